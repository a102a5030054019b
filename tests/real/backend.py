"""What the local engine of searx asks: four results, none, or an error, by the query."""
import http.server
import json
import sys
import urllib.parse


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query).get("q", [""])[0]
        if "broken" in query:
            self.send_response(500)
            self.end_headers()
            return
        n = 0 if "nothing" in query else 4
        results = [{"url": f"https://local.example/{i}", "title": f"Local {i} about {query}", "content": f"Text {i}"}
                   for i in range(n)]
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.end_headers()
        self.wfile.write(json.dumps({"results": results}).encode())

    def log_message(self, *arguments):
        pass


http.server.HTTPServer(("127.0.0.1", int(sys.argv[1])), Handler).serve_forever()
