# rye:signed:2026-11-21T00:00:00Z:9d08d10f8e5214bcec5951575ed550e541cd083f2dd630a619d17d8a52d16d12:wW3RnFUV4qLIfSC6cVmKXYSxubCO72xOPiqFovF2Ze1xjXgjc3WKk_kG0gWpDphTaSnkokJbDjf9WYusbBJVCQ:1838a4d856ee4842
"""Read a web page: its title, its headings, its links."""

__version__ = "1.0.0"
__tool_type__ = "python"
__executor_id__ = "python_script_runtime"
__category__ = "rye/capabilities"
__tool_description__ = "Collects the title, the headings and the links of an HTML text, of a file in the project, or of a web page."

CONFIG_SCHEMA = {
    "type": "object",
    "properties": {
        "html": {"type": "string", "description": "The HTML text itself"},
        "file": {"type": "string", "description": "A file below the project"},
        "url": {"type": "string", "pattern": "^https?://", "description": "A page to fetch"},
        "max_links": {"type": "integer", "minimum": 0, "default": 50, "description": "The most links to return"},
    },
}

import argparse
import json
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


def read(params, project_path):
    if "html" in params:
        return params["html"]
    if "file" in params:
        root = Path(project_path).resolve()
        path = (root / params["file"]).resolve()
        if not path.is_relative_to(root):
            raise ValueError("the file is outside the project")
        return path.read_text(encoding="utf-8")
    if "url" in params:
        request = urllib.request.Request(params["url"], headers={"User-Agent": "rye-scraper/1.0"})
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.read(1_000_000).decode("utf-8", "replace")
    raise ValueError("give one of html, file, url")


def scrape(params, project_path):
    page = Page()
    try:
        page.feed(read(params, project_path))
    except (OSError, ValueError) as problem:
        return {"success": False, "error": str(problem)}
    return {
        "title": page.title.strip(),
        "headings": [heading.strip() for heading in page.headings],
        "links": page.links[: params.get("max_links", 50)],
    }

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--params", required=True)
    parser.add_argument("--project-path", required=True)
    given = parser.parse_args()
    print(json.dumps(scrape(json.loads(given.params), given.project_path)))
