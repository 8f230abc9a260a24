# rye:signed:2026-11-21T00:00:00Z:2967c2fe0c51300dabb65264529a0d298c56a2b0c1e0d7e49ff58663349274d3:d_pUhZBgpu5BtBHMxes_Y1CoLDf28z1HS8r6KPmG-g41KvBbGjNA3Zbp92ISLS1NPUsQ0zXpJAmJjMppO2cxDA:1838a4d856ee4842
"""Run a Python tool by calling its main(**params)."""

__version__ = "2.0.0"
__tool_type__ = "runtime"
__executor_id__ = "subprocess"
__category__ = "rye/runtimes"
__tool_description__ = "Loads a Python tool file, calls its main(**params), and prints what it returns as JSON."

ENV_CONFIG = {
    "interpreter": {
        "type": "venv_python",
        "search": ["project", "user", "system"],
        "var": "RYE_PYTHON",
        "fallback": "python3",
    },
    "env": {
        "PYTHONUNBUFFERED": "1",
        "PROJECT_VENV_PYTHON": "${RYE_PYTHON}",
    },
}

# The loader holds no brace and no dollar sign: both would be read as placeholders.
CONFIG = {
    "command": "${RYE_PYTHON}",
    "args": [
        "-c",
        """\
import contextlib, importlib.util, json, os, sys
tool_path, params_json = sys.argv[1:3]
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(tool_path))
spec = importlib.util.spec_from_file_location("rye_tool", tool_path)
tool = importlib.util.module_from_spec(spec)
with contextlib.redirect_stdout(sys.stderr):
    spec.loader.exec_module(tool)
    answer = tool.main(**json.loads(params_json))
print(json.dumps(answer))
""",
        "{tool_path}",
        "{params_json}",
    ],
    "timeout": 300,
}
