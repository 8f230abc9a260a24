"""An MCP server with one tool, which adds two numbers. Each line of standard input is one message."""

import json
import sys

ADD = {
    "name": "add",
    "inputSchema": {"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}}},
}


def answer(method, params):
    if method == "initialize":
        return {
            "protocolVersion": params["protocolVersion"],
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "sums", "version": "1.0.0"},
        }
    if method == "tools/list":
        return {"tools": [ADD]}
    numbers = params["arguments"]
    total = numbers["a"] + numbers["b"]
    return {"content": [{"type": "text", "text": str(total)}], "structuredContent": {"sum": total}}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
