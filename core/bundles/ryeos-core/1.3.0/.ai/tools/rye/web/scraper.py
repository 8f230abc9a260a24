# rye:signed:2026-11-21T00:00:00Z:142d8f1d28b9ee16aa13c36f9775617f08bd91dd7d1234335435d2b44e42c2f1:B-i1SKfypmhOSKl6hXBNpRfIic5ggI2tcKtFcHjaksTQEL_AfvsfoBDL1XbKclbx_76PM68c0SpVSV2njHBbCQ:1838a4d856ee4842
"""Read a web page: its title, its headings, its links."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "rye/core/runtimes/python/script"
__category__ = "rye/web"
__tool_description__ = "Collects the title, the headings and the links of an HTML text, of a file in the project, or of a web page."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "html": {"type": "string", "description": "The HTML text itself"},
        "file": {"type": "string", "description": "A file below the project"},
        "url": {"type": "string", "pattern": "^https?://", "description": "A page to fetch"},
    },
}

# Settings come from .ai/config/web/scraper.yaml: system first, then user, then project over it.
CONFIG_RESOLVE = {"path": "web/scraper.yaml", "mode": "deep_merge"}

import argparse
import json
import sys
import urllib.request
from html.parser import HTMLParser
from pathlib import Path


class Page(HTMLParser):
    def __init__(self):
        super().__init__()
        self.title = ""
        self.headings = []
        self.links = []
        self.inside = []

    def handle_starttag(self, tag, attrs):
        if tag == "a":
            self.links += [value for name, value in attrs if name == "href" and value]
        elif tag in ("title", "h1", "h2", "h3"):
            self.inside.append(tag)
            if tag != "title":
                self.headings.append("")

    def handle_endtag(self, tag):
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, text):
        if not self.inside:
            return
        if self.inside[-1] == "title":
            self.title += text
        else:
            self.headings[-1] += text


def read(params, settings, project_path):
    if "html" in params:
        return params["html"]
    if "file" in params:
        root = Path(project_path).resolve()
        path = (root / params["file"]).resolve()
        if not path.is_relative_to(root):
            raise ValueError("the file is outside the project")
        return path.read_text(encoding="utf-8")
    if "url" in params:
        request = urllib.request.Request(params["url"], headers={"User-Agent": settings["user_agent"]})
        with urllib.request.urlopen(request, timeout=settings["timeout_seconds"]) as answer:
            return answer.read(settings["max_bytes"]).decode("utf-8", "replace")
    raise ValueError("give one of html, file, url")


def scrape(params, project_path):
    settings = params["resolved_config"]
    page = Page()
    try:
        page.feed(read(params, settings, project_path))
    except (OSError, ValueError) as problem:
        return {"success": False, "error": str(problem)}
    found = {
        "title": page.title.strip(),
        "headings": [heading.strip() for heading in page.headings],
        "links": page.links[: settings["max_links"]],
    }
    return {name: value for name, value in found.items() if settings["collect"].get(name)}


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--project-path", required=True)
    print(json.dumps(scrape(json.load(sys.stdin), parser.parse_args().project_path)))
