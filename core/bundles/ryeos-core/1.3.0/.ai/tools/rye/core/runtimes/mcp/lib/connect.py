# rye:signed:2026-11-28T16:41:11Z:452a9a9b3f4d45a7e889191563e8e5bc92c3d3f7e5632ec25ace730fc05613d5:r2yFuZa8BsO01H5Mix9Ro119tT1rBQyo-JyMlnWe07qMNvmTxV0e4UbQ1ypxU3l5McCcn3tIT_ucwec_gVzbBQ:1746866de1545146
"""Call one tool of an MCP server, and print its result as JSON."""

import argparse
import json
import os
import subprocess
import sys
import urllib.error
import urllib.request

PROTOCOL = "2025-06-18"


class Refused(Exception):
    """A call that the server or its settings do not allow."""


def plain(text):
    """The value of a line: quoted text, JSON, a list or mapping in brackets, or the text itself."""
    text = text.strip()
    if text[:1] == "'" and text[-1:] == "'" and len(text) > 1:
        return text[1:-1].replace("''", "'")
    try:
        return json.loads(text)
    except ValueError:
        pass
    parts = [part for part in text[1:-1].split(",") if part.strip()]
    if text[:1] == "[" and text[-1:] == "]":
        return [plain(part) for part in parts]
    if text[:1] == "{" and text[-1:] == "}":
        pairs = [part.partition(":") for part in parts]
        return {str(plain(key)): plain(value) for key, _, value in pairs}
    return None if text in ("", "~") else text


def settings_of(text):
    """The mappings and lists of a settings file: JSON, or YAML in block style with scalars and JSON values."""
    try:
        return json.loads(text)
    except ValueError:
        pass
    lines = [line.split(" #")[0].rstrip() for line in text.splitlines()]
    lines = [line for line in lines if line.strip() and not line.lstrip().startswith("#") and line != "---"]
    value, rest = block(lines, 0)
    if rest != len(lines):
        raise Refused("the settings of the server are not YAML in block style")
    return value


def block(lines, start):
    """The value that begins at a line, and the line after it."""
    depth = indent(lines[start])
    is_list = lines[start].lstrip().startswith("- ")
    value = [] if is_list else {}
    at = start
    while at < len(lines) and indent(lines[at]) == depth:
        line = lines[at].strip()
        if line.startswith("- ") != is_list:
            break
        key, mark, text = ("", ":", line[2:]) if is_list else line.partition(":")
        if not mark:
            raise Refused("a line of the settings is not a key with a value: " + line)
        at += 1
        item = plain(text)
        if item is None and not text.strip() and at < len(lines) and indent(lines[at]) > depth:
            item, at = block(lines, at)
        if is_list:
            value.append(item)
        else:
            value[str(plain(key))] = item
    return value, at


def indent(line):
    return len(line) - len(line.lstrip())


class Http:
    """A server with the streamable HTTP transport."""

    def __init__(self, config):
        self.url = config.get("url")
        if not isinstance(self.url, str):
            raise Refused("the settings of the server have no config.url")
        self.timeout = config.get("timeout") or 60
        self.headers = {
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
            **(config.get("headers") or {}),
        }

    def send(self, message):
        request = urllib.request.Request(self.url, json.dumps(message).encode(), self.headers)
        with urllib.request.urlopen(request, timeout=self.timeout) as response:
            session = response.headers.get("Mcp-Session-Id")
            if session:
                self.headers["Mcp-Session-Id"] = session
            body = response.read().decode()
        lines = [line[5:] for line in body.splitlines() if line.startswith("data:")]
        for text in lines or [body]:
            answer = json.loads(text) if text.strip() else {}
            if answer.get("id") == message.get("id"):
                return answer
        return {}

    def close(self):
        pass


class Stdio:
    """A server that this script starts, with one message per line."""

    def __init__(self, config, project):
        command = config.get("command")
        if not isinstance(command, str):
            raise Refused("the settings of the server have no config.command")
        argv = [command, *(config.get("args") or [])]
        env = {**os.environ, **(config.get("env") or {})}
        self.child = subprocess.Popen(
            argv, cwd=project, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def send(self, message):
        try:
            self.child.stdin.write(json.dumps(message) + "\n")
            self.child.stdin.flush()
        except BrokenPipeError:
            raise Refused("the server ended before it answered") from None
        if "id" not in message:
            return {}
        for line in self.child.stdout:
            answer = json.loads(line)
            if answer.get("id") == message["id"]:
                return answer
        raise Refused("the server ended before it answered")

    def close(self):
        self.child.terminate()
        self.child.wait()


def result_of(answer):
    if "error" in answer:
        raise Refused(answer["error"].get("message", "the server refused the call"))
    return answer.get("result", {})


def call(server, tool, params):
    about = {"protocolVersion": PROTOCOL, "capabilities": {}, "clientInfo": {"name": "rye", "version": "1.0.0"}}
    result_of(server.send({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": about}))
    server.send({"jsonrpc": "2.0", "method": "notifications/initialized"})
    request = {"name": tool, "arguments": params}
    return result_of(server.send({"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": request}))


def outcome_of(result):
    """The structured content of a result, or its texts."""
    texts = [part["text"] for part in result.get("content") or [] if part.get("type") == "text"]
    text = "\n".join(texts)
    if result.get("isError"):
        return {"success": False, "error": text or "the tool of the server failed"}
    if "structuredContent" in result:
        return {"success": True, "result": result["structuredContent"]}
    return {"success": True, "result": text}


def main():
    parser = argparse.ArgumentParser()
    for name in ("--server-config", "--tool", "--project-path"):
        parser.add_argument(name, required=True)
    given = parser.parse_args()
    params = json.loads(sys.stdin.read() or "null") or {}
    try:
        with open(given.server_config, encoding="utf-8") as file:
            settings = settings_of(file.read())
        config = settings.get("config") if isinstance(settings, dict) else None
        if not isinstance(config, dict):
            raise Refused("the settings of the server have no mapping config")
        is_http = config.get("transport") in ("http", "sse") or "url" in config
        server = Http(config) if is_http else Stdio(config, given.project_path)
        try:
            outcome = outcome_of(call(server, given.tool, params))
        finally:
            server.close()
    except (Refused, OSError, ValueError, urllib.error.URLError) as problem:
        outcome = {"success": False, "error": f"MCP: {problem}"}
    print(json.dumps(outcome))


main()
