-- One file serves both engines. Tokens: {{identity}} an automatic integer key, {{rowid}} an integer key that
-- we choose, {{bytes}} a byte string, {{clustered}} a table stored in key order, {{bytewise}} text compared
-- byte by byte, {{search_column}} a long text at the end of an index where the
-- engine takes it, {{sqlite_only}} in front of a statement that one engine has no use for. Times are epoch
-- milliseconds UTC, hours are epoch hours, flags are 0/1, ids in bytes are 16-byte UUIDs. org_id leads every
-- tenant key.

CREATE TABLE setting (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
);

CREATE TABLE org (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  created_at BIGINT NOT NULL
);

CREATE TABLE app_user (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  password_hash TEXT,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT
);

CREATE TABLE membership (
  org_id BIGINT NOT NULL REFERENCES org (id),
  user_id TEXT NOT NULL REFERENCES app_user (id),
  role TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, user_id)
);
CREATE INDEX membership_user ON membership (user_id);

CREATE TABLE session (
  token_hash {{bytes}} PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  user_agent TEXT NOT NULL,
  ip TEXT NOT NULL,
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX session_of_user ON session (user_id);

CREATE TABLE login_failure (
  throttle_key TEXT NOT NULL,
  failed_at BIGINT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (throttle_key, failed_at, id)
);

CREATE TABLE project (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL REFERENCES org (id),
  name TEXT NOT NULL,
  slug TEXT NOT NULL,
  platform TEXT NOT NULL,
  retention_days BIGINT,
  ingest_hourly_cap BIGINT,
  created_at BIGINT NOT NULL,
  UNIQUE (org_id, id),
  UNIQUE (org_id, slug)
);

CREATE TABLE dsn_key (
  id TEXT PRIMARY KEY,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  label TEXT NOT NULL,
  public_key TEXT NOT NULL UNIQUE,
  secret_hash {{bytes}} NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  revoked_at BIGINT,
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
CREATE INDEX dsn_key_project ON dsn_key (org_id, project_id);

CREATE TABLE release (
  id {{identity}},
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  version TEXT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  UNIQUE (org_id, project_id, version),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);

CREATE TABLE release_file (
  id TEXT PRIMARY KEY,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  version TEXT NOT NULL,
  name TEXT NOT NULL,
  dist TEXT NOT NULL,
  size_bytes BIGINT NOT NULL,
  sha256 TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (org_id, project_id, version, name, dist),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);

CREATE TABLE issue (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  fingerprint TEXT NOT NULL,
  title TEXT {{bytewise}} NOT NULL,
  culprit TEXT NOT NULL,
  exception_type TEXT,
  search_text TEXT NOT NULL,
  platform TEXT NOT NULL,
  level TEXT NOT NULL,
  environment TEXT NOT NULL,
  release TEXT NOT NULL,
  status TEXT NOT NULL,
  event_count BIGINT NOT NULL,
  stored_event_count BIGINT NOT NULL,
  evicted_event_count BIGINT NOT NULL,
  unique_user_count BIGINT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  first_release TEXT NOT NULL,
  is_placeholder BIGINT NOT NULL,
  merge_parent_id BIGINT,
  resolved_in_release TEXT,
  resolved_at BIGINT,
  resolved_base_release TEXT,
  regression_note TEXT,
  snooze_until BIGINT,
  snooze_until_count BIGINT,
  snooze_until_users BIGINT,
  updated_at BIGINT NOT NULL,
  UNIQUE (org_id, id),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
-- The list is filtered, searched and sorted inside these two, without a look at the rows.
CREATE INDEX issue_list ON issue (org_id, project_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id{{search_column}}) WHERE merge_parent_id IS NULL;
CREATE INDEX issue_list_all ON issue (org_id, last_seen_at DESC, id DESC,
  status, level, event_count, unique_user_count, first_seen_at, title, snooze_until,
  snooze_until_count, snooze_until_users, merge_parent_id, project_id{{search_column}}) WHERE merge_parent_id IS NULL;
CREATE INDEX issue_children ON issue (org_id, merge_parent_id) WHERE merge_parent_id IS NOT NULL;

CREATE TABLE issue_fingerprint (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  fingerprint TEXT NOT NULL,
  issue_id BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id, fingerprint),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_fingerprint_issue ON issue_fingerprint (org_id, issue_id);

CREATE TABLE issue_preview (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  preview TEXT NOT NULL,
  issue_id BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id, preview),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_preview_issue ON issue_preview (org_id, issue_id);

CREATE TABLE issue_hour (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  event_count BIGINT NOT NULL,
  stored_event_count BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id, hour),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};

CREATE TABLE issue_user (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  user_hash {{bytes}} NOT NULL,
  PRIMARY KEY (org_id, issue_id, user_hash),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};

CREATE TABLE issue_facet (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  facet TEXT NOT NULL,
  value TEXT NOT NULL,
  event_count BIGINT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, issue_id, facet, value),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_facet_value ON issue_facet (org_id, facet, value, issue_id);

CREATE TABLE issue_email (
  org_id BIGINT NOT NULL,
  email TEXT NOT NULL,
  issue_id BIGINT NOT NULL,
  PRIMARY KEY (org_id, email, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX issue_email_issue ON issue_email (org_id, issue_id);

CREATE TABLE issue_activity (
  id {{identity}},
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  kind TEXT NOT NULL,
  details TEXT NOT NULL,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE INDEX issue_activity_issue ON issue_activity (org_id, issue_id, id);

CREATE TABLE event (
  seq {{rowid}},
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  event_id {{bytes}} NOT NULL,
  occurred_at BIGINT NOT NULL,
  received_at BIGINT NOT NULL,
  level TEXT NOT NULL,
  environment TEXT NOT NULL,
  release TEXT NOT NULL,
  platform TEXT NOT NULL,
  runtime_name TEXT,
  runtime_version TEXT,
  browser_name TEXT,
  os_name TEXT,
  user_id TEXT,
  user_email TEXT,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX event_by_id ON event (org_id, project_id, event_id);
CREATE INDEX event_by_issue ON event (org_id, issue_id, occurred_at DESC, event_id DESC, release);

CREATE TABLE event_payload (
  seq {{rowid}},
  org_id BIGINT NOT NULL,
  dictionary_id BIGINT,
  data {{bytes}} NOT NULL,
  FOREIGN KEY (seq) REFERENCES event (seq) ON DELETE CASCADE
);

CREATE TABLE payload_dictionary (
  id {{identity}},
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  data {{bytes}} NOT NULL,
  created_at BIGINT NOT NULL,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE INDEX payload_dictionary_issue ON payload_dictionary (org_id, issue_id, id);

CREATE TABLE feedback (
  id TEXT PRIMARY KEY,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  event_id {{bytes}},
  name TEXT NOT NULL,
  email TEXT NOT NULL,
  comments TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
CREATE INDEX feedback_event ON feedback (org_id, event_id, created_at);

CREATE TABLE consumer (
  lane BIGINT NOT NULL PRIMARY KEY,
  epoch TEXT NOT NULL,
  consumed_offset BIGINT NOT NULL,
  attempts BIGINT NOT NULL,
  next_event_number BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);

CREATE TABLE dead_letter (
  id {{identity}},
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  issue_id BIGINT,
  event_id {{bytes}} NOT NULL,
  reason TEXT NOT NULL,
  received_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  meta TEXT NOT NULL,
  body {{bytes}},
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
CREATE INDEX dead_letter_org ON dead_letter (org_id, id);

-- SQLite guesses that `org_id = ?` finds ten rows, and reads a whole index for it. These figures, of 50,000
-- issues and a million events, tell it otherwise; fixed ones keep every plan the same on every machine.
{{sqlite_only}} ANALYZE;
{{sqlite_only}} DELETE FROM sqlite_stat1;
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('project', 'sqlite_autoindex_project_1', '1000 1'),
  ('project', 'sqlite_autoindex_project_2', '1000 100 1'),
  ('project', 'sqlite_autoindex_project_3', '1000 100 1'),
  ('release', 'sqlite_autoindex_release_1', '100000 10000 100 1'),
  ('issue', 'sqlite_autoindex_issue_1', '50000 1'),
  ('issue', 'sqlite_autoindex_issue_2', '50000 50000 1'),
  ('issue', 'issue_list', '50000 50000 5000 1 1'),
  ('issue', 'issue_list_all', '50000 50000 1 1'),
  ('issue', 'issue_children', '1000 1000 5'),
  ('issue_fingerprint', 'issue_fingerprint', '60000 60000 6000 1'),
  ('issue_fingerprint', 'issue_fingerprint_issue', '60000 60000 2'),
  ('issue_preview', 'issue_preview', '100000 100000 10000 1'),
  ('issue_preview', 'issue_preview_issue', '100000 100000 2'),
  ('issue_hour', 'issue_hour', '800000 800000 16 1'),
  ('issue_user', 'issue_user', '900000 900000 20 1'),
  ('issue_facet', 'issue_facet', '1000000 1000000 20 5 1'),
  ('issue_facet', 'issue_facet_value', '1000000 1000000 250000 10000 1'),
  ('issue_email', 'issue_email', '500000 500000 25 1'),
  ('issue_email', 'issue_email_issue', '500000 500000 10'),
  ('issue_activity', 'issue_activity_issue', '50000 50000 2 1'),
  ('event', 'event_by_id', '1000000 1000000 100000 1'),
  ('event', 'event_by_issue', '1000000 1000000 20 1 1 1'),
  ('event_payload', NULL, '1000000'),
  ('payload_dictionary', 'payload_dictionary_issue', '30000 30000 1 1'),
  ('feedback', 'feedback_event', '10000 10000 2 1'),
  ('dead_letter', 'dead_letter_org', '1000 1000 1');
{{sqlite_only}} ANALYZE sqlite_schema;
