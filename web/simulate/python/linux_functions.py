"""Functions that Emscripten's Python lacks, or that do not end the program where Linux ends it."""

import ctypes
import hashlib
import hmac
import signal

import own_signals


def pbkdf2_hmac(hash_name, password, salt, iterations, dklen=None):
    """`hashlib.pbkdf2_hmac`, which CPython has only with OpenSSL."""
    if not isinstance(hash_name, str):
        raise TypeError(f"pbkdf2_hmac() argument 'hash_name' must be str, not {type(hash_name).__name__}")
    size = hashlib.new(hash_name).digest_size
    wanted = size if dklen is None else dklen
    if iterations < 1:
        raise ValueError('iteration value must be greater than 0.')
    if wanted < 1:
        raise ValueError('key length must be greater than 0.')
    start = hmac.new(bytes(password), digestmod=hash_name)

    def step(data):
        running = start.copy()
        running.update(data)
        return running.digest()

    key = b''
    while len(key) < wanted:
        last = step(bytes(salt) + (len(key) // size + 1).to_bytes(4, 'big'))
        block = int.from_bytes(last, 'big')
        for _ in range(iterations - 1):
            last = step(last)
            block ^= int.from_bytes(last, 'big')
        key += block.to_bytes(size, 'big')
    return key[:wanted]


def without_null(call):
    """A function of `ctypes` that ends the program like Linux if an address is null. In WebAssembly, this address exists."""

    def checked(*args):
        for arg in args[:2]:
            is_address = isinstance(arg, int) and not isinstance(arg, bool)
            if arg is None or (is_address and arg == 0 and arg is args[0]):
                own_signals.raise_signal(signal.SIGSEGV)
        return call(*args)

    return checked


def install():
    hashlib.pbkdf2_hmac = pbkdf2_hmac
    for name in ('string_at', 'wstring_at', 'memmove', 'memset'):
        setattr(ctypes, name, without_null(getattr(ctypes, name)))
