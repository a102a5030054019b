CREATE TABLE blob( id INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE CHECK(length(hash) = 32),
size INTEGER NOT NULL, data BLOB NOT NULL) STRICT;
CREATE TABLE run( id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, workflow TEXT NOT NULL,
query TEXT NOT NULL, settings TEXT NOT NULL, engine_version TEXT NOT NULL, workflow_version TEXT NOT NULL,
tables_hash BLOB, seed BLOB NOT NULL, parent TEXT NOT NULL, owner TEXT NOT NULL, created_ms INTEGER NOT NULL,
title TEXT NOT NULL DEFAULT '', favourite INTEGER NOT NULL DEFAULT 0, share_key BLOB, deleted_ms INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE run_state( id INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE, status TEXT NOT NULL,
phase TEXT NOT NULL, updated_ms INTEGER NOT NULL, finished_ms INTEGER NOT NULL, active_ms INTEGER NOT NULL,
calls INTEGER NOT NULL, searches INTEGER NOT NULL, input_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL,
output_tokens INTEGER NOT NULL, reasoning_tokens INTEGER NOT NULL, cost_nano INTEGER NOT NULL,
cost_unknown INTEGER NOT NULL, estimated INTEGER NOT NULL, error TEXT NOT NULL, report_hash BLOB,
events INTEGER NOT NULL, worker TEXT NOT NULL, epoch INTEGER NOT NULL, lease_until_ms INTEGER NOT NULL,
waiting_path TEXT NOT NULL DEFAULT '', waiting_for TEXT NOT NULL DEFAULT '', waiting_since_ms INTEGER NOT NULL DEFAULT 0,
wake_at_ms INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX run_state_status ON run_state(status);
CREATE TABLE effect( id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
path TEXT NOT NULL, key BLOB NOT NULL CHECK(length(key) = 32), kind INTEGER NOT NULL, state TEXT NOT NULL CHECK(state IN ('started', 'submitted', 'done')),
failed INTEGER NOT NULL, lost INTEGER NOT NULL, seen INTEGER NOT NULL, elapsed_ms INTEGER NOT NULL,
answered_by TEXT NOT NULL, remote_id TEXT NOT NULL, calls INTEGER NOT NULL, searches INTEGER NOT NULL,
input_tokens INTEGER NOT NULL, cached_tokens INTEGER NOT NULL, output_tokens INTEGER NOT NULL,
reasoning_tokens INTEGER NOT NULL, cost_nano INTEGER NOT NULL, cost_unknown INTEGER NOT NULL,
estimated INTEGER NOT NULL, error_code TEXT, error_message TEXT, error_status INTEGER, error_retry INTEGER,
request BLOB, request_hash BLOB, body BLOB, body_hash BLOB, started_ms INTEGER NOT NULL DEFAULT 0,
ended_ms INTEGER NOT NULL DEFAULT 0, retries INTEGER NOT NULL DEFAULT 0, UNIQUE(run, path)) STRICT;
CREATE INDEX effect_body_hash ON effect(body_hash) WHERE body_hash IS NOT NULL;
CREATE INDEX effect_request_hash ON effect(request_hash) WHERE request_hash IS NOT NULL;
CREATE TABLE event( id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
seq INTEGER NOT NULL, time_ms INTEGER NOT NULL, path TEXT NOT NULL, ordinal INTEGER NOT NULL,
type TEXT NOT NULL, phase TEXT NOT NULL, data TEXT NOT NULL, UNIQUE(run, seq), UNIQUE(run, path, ordinal)) STRICT;
CREATE TABLE control( id INTEGER PRIMARY KEY AUTOINCREMENT, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
type TEXT NOT NULL, data TEXT NOT NULL, time_ms INTEGER NOT NULL) STRICT;
CREATE INDEX control_run ON control(run, id);
CREATE TABLE source( id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
number INTEGER NOT NULL, name TEXT NOT NULL, url TEXT NOT NULL, canonical_url TEXT NOT NULL,
title TEXT NOT NULL, snippet TEXT NOT NULL, author TEXT NOT NULL, date TEXT NOT NULL, engine TEXT NOT NULL,
query TEXT NOT NULL, text_hash BLOB NOT NULL, relevance REAL NOT NULL, snippet_only INTEGER NOT NULL,
pages TEXT NOT NULL DEFAULT '', UNIQUE(run, number)) STRICT;
CREATE TABLE cache( id INTEGER PRIMARY KEY, name TEXT NOT NULL, key BLOB NOT NULL, expires_ms INTEGER NOT NULL,
value BLOB, value_hash BLOB, UNIQUE(name, key)) STRICT;
CREATE INDEX cache_expires ON cache(expires_ms);
CREATE INDEX cache_value_hash ON cache(value_hash) WHERE value_hash IS NOT NULL;
CREATE TABLE corpus( id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, languages TEXT NOT NULL,
created_ms INTEGER NOT NULL, updated_ms INTEGER NOT NULL, next_unit INTEGER NOT NULL, worker TEXT NOT NULL DEFAULT '',
epoch INTEGER NOT NULL DEFAULT 0, lease_until_ms INTEGER NOT NULL DEFAULT 0, name TEXT NOT NULL DEFAULT '',
owner TEXT NOT NULL DEFAULT '') STRICT;
CREATE TABLE corpus_file( id INTEGER PRIMARY KEY, corpus INTEGER NOT NULL REFERENCES corpus(id) ON DELETE CASCADE,
path TEXT NOT NULL, size INTEGER NOT NULL, changed_ns INTEGER NOT NULL, note TEXT NOT NULL,
reader INTEGER NOT NULL DEFAULT 0, UNIQUE(corpus, path)) STRICT;
CREATE TABLE corpus_document( id INTEGER PRIMARY KEY, corpus INTEGER NOT NULL REFERENCES corpus(id) ON DELETE CASCADE,
file INTEGER NOT NULL, name TEXT NOT NULL, title TEXT NOT NULL, url TEXT NOT NULL, date TEXT NOT NULL,
language TEXT NOT NULL, hash BLOB NOT NULL, text_hash BLOB NOT NULL, bytes INTEGER NOT NULL,
duplicate_of INTEGER NOT NULL, pass INTEGER NOT NULL, pages TEXT NOT NULL DEFAULT '', UNIQUE(corpus, name)) STRICT;
CREATE INDEX corpus_document_text ON corpus_document(text_hash, corpus);
CREATE INDEX corpus_document_file ON corpus_document(file);
CREATE INDEX corpus_document_duplicate ON corpus_document(duplicate_of) WHERE duplicate_of > 0;
CREATE TABLE corpus_unit( corpus INTEGER NOT NULL, unit INTEGER NOT NULL, document INTEGER NOT NULL,
start INTEGER NOT NULL, finish INTEGER NOT NULL, PRIMARY KEY(corpus, unit)) STRICT, WITHOUT ROWID;
CREATE INDEX corpus_unit_document ON corpus_unit(document);
CREATE TABLE corpus_dead( corpus INTEGER NOT NULL, unit INTEGER NOT NULL, PRIMARY KEY(corpus, unit)) STRICT, WITHOUT ROWID;
CREATE TABLE corpus_segment( id INTEGER PRIMARY KEY AUTOINCREMENT, corpus INTEGER NOT NULL REFERENCES corpus(id) ON DELETE CASCADE,
first_unit INTEGER NOT NULL, units_n INTEGER NOT NULL, body_words INTEGER NOT NULL, title_words INTEGER NOT NULL,
lengths BLOB NOT NULL) STRICT;
CREATE INDEX corpus_segment_corpus ON corpus_segment(corpus, first_unit);
CREATE TABLE corpus_term( segment INTEGER NOT NULL, term TEXT NOT NULL, list BLOB NOT NULL,
PRIMARY KEY(segment, term)) STRICT, WITHOUT ROWID;
CREATE TABLE claim( id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
number INTEGER NOT NULL, text TEXT NOT NULL, start_at INTEGER NOT NULL, end_at INTEGER NOT NULL,
verdict TEXT NOT NULL, confidence INTEGER NOT NULL, reason TEXT NOT NULL, decided_by TEXT NOT NULL,
correction TEXT NOT NULL, marked INTEGER NOT NULL, left_out INTEGER NOT NULL, independent INTEGER NOT NULL,
numbers TEXT NOT NULL, kind TEXT NOT NULL DEFAULT 'claim', missing TEXT NOT NULL DEFAULT '',
left_out_reason TEXT NOT NULL DEFAULT '', UNIQUE(run, number)) STRICT;
CREATE TABLE claim_span( id INTEGER PRIMARY KEY, claim INTEGER NOT NULL REFERENCES claim(id) ON DELETE CASCADE,
alternate INTEGER NOT NULL, ordinal INTEGER NOT NULL, source INTEGER NOT NULL, start_at INTEGER NOT NULL,
end_at INTEGER NOT NULL, quote TEXT NOT NULL, page INTEGER NOT NULL, snippet INTEGER NOT NULL,
UNIQUE(claim, alternate, ordinal)) STRICT;
CREATE TABLE imported( run INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE, digest BLOB NOT NULL CHECK(length(digest) = 32),
journal_hash BLOB NOT NULL) STRICT;
CREATE TABLE workflow_state( run INTEGER PRIMARY KEY REFERENCES run(id) ON DELETE CASCADE, time_ms INTEGER NOT NULL,
state TEXT NOT NULL) STRICT;
CREATE INDEX run_created ON run(created_ms, id);
CREATE INDEX run_owner ON run(owner, created_ms, id);
CREATE UNIQUE INDEX run_share ON run(share_key) WHERE share_key IS NOT NULL;
CREATE INDEX run_deleted ON run(deleted_ms) WHERE deleted_ms > 0;
CREATE UNIQUE INDEX corpus_name ON corpus(owner, name);
CREATE TABLE question( id INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE,
path TEXT NOT NULL, type TEXT NOT NULL, data TEXT NOT NULL, asked_ms INTEGER NOT NULL, answered_ms INTEGER NOT NULL DEFAULT 0,
answered_by TEXT NOT NULL DEFAULT '', answer TEXT NOT NULL DEFAULT '', UNIQUE(run, path)) STRICT;
CREATE TABLE run_document( run INTEGER NOT NULL REFERENCES run(id) ON DELETE CASCADE, name TEXT NOT NULL,
version INTEGER NOT NULL, time_ms INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY(run, name)) STRICT, WITHOUT ROWID;
CREATE TABLE users( id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, role TEXT NOT NULL, created_ms INTEGER NOT NULL,
concurrent_runs INTEGER NOT NULL, runs_per_day INTEGER NOT NULL, tokens_per_day INTEGER NOT NULL,
cost_nano_per_day INTEGER NOT NULL, requests_per_minute INTEGER NOT NULL) STRICT;
CREATE TABLE user_token( id INTEGER PRIMARY KEY, user INTEGER NOT NULL REFERENCES users(id) ON DELETE CASCADE,
selector TEXT NOT NULL UNIQUE, digest BLOB NOT NULL CHECK(length(digest) = 32), label TEXT NOT NULL,
created_ms INTEGER NOT NULL, used_ms INTEGER NOT NULL, expires_ms INTEGER NOT NULL) STRICT;
CREATE TABLE spent( owner TEXT NOT NULL, day INTEGER NOT NULL, runs INTEGER NOT NULL, tokens INTEGER NOT NULL,
cost_nano INTEGER NOT NULL, PRIMARY KEY(owner, day)) STRICT, WITHOUT ROWID;
CREATE TABLE audit( id INTEGER PRIMARY KEY AUTOINCREMENT, time_ms INTEGER NOT NULL, user TEXT NOT NULL,
door TEXT NOT NULL, operation TEXT NOT NULL, target TEXT NOT NULL, outcome TEXT NOT NULL) STRICT;
CREATE INDEX audit_time ON audit(time_ms);
CREATE TABLE idempotency( user TEXT NOT NULL, key TEXT NOT NULL, digest BLOB NOT NULL CHECK(length(digest) = 32),
time_ms INTEGER NOT NULL, reply TEXT NOT NULL, PRIMARY KEY(user, key)) STRICT, WITHOUT ROWID;
CREATE INDEX idempotency_time ON idempotency(time_ms);
CREATE INDEX run_parent ON run(parent) WHERE parent <> '';
