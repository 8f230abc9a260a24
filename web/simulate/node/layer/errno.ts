/** The system errors of Node with their numbers on Linux. */
const numbers: Readonly<Record<string, number>> = {
  ...{ E2BIG: 7, EACCES: 13, EADDRINUSE: 98, EADDRNOTAVAIL: 99, EAFNOSUPPORT: 97, EAGAIN: 11 },
  ...{ EALREADY: 114, EBADF: 9, EBUSY: 16, ECANCELED: 125, ECONNABORTED: 103, ECONNREFUSED: 111 },
  ...{ ECONNRESET: 104, EDESTADDRREQ: 89, EEXIST: 17, EFAULT: 14, EFBIG: 27, EHOSTUNREACH: 113 },
  ...{ EINTR: 4, EINVAL: 22, EIO: 5, EISCONN: 106, EISDIR: 21, ELOOP: 40, EMFILE: 24, EMSGSIZE: 90 },
  ...{ ENAMETOOLONG: 36, ENETDOWN: 100, ENETUNREACH: 101, ENFILE: 23, ENOBUFS: 105, ENODEV: 19 },
  ...{ ENOENT: 2, ENOMEM: 12, ENONET: 64, ENOPROTOOPT: 92, ENOSPC: 28, ENOSYS: 38, ENOTCONN: 107 },
  ...{ ENOTDIR: 20, ENOTEMPTY: 39, ENOTSOCK: 88, ENOTSUP: 95, EOVERFLOW: 75, EPERM: 1, EPIPE: 32 },
  ...{ EPROTO: 71, EPROTONOSUPPORT: 93, EPROTOTYPE: 91, ERANGE: 34, EROFS: 30, ESHUTDOWN: 108 },
  ...{ ESPIPE: 29, ESRCH: 3, ETIMEDOUT: 110, ETXTBSY: 26, EXDEV: 18, ENXIO: 6, EMLINK: 31 },
  ...{ EHOSTDOWN: 112, EREMOTEIO: 121, ENOTTY: 25, EILSEQ: 84, ESOCKTNOSUPPORT: 94, ENODATA: 61 },
  ...{ EUNATCH: 49 },
}

/** The negative numbers of system errors by name. */
export const errnoNumbers: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries(numbers).map(([name, number]) => [name, -number]),
)
