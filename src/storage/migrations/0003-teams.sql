-- What an issue with others merged into it had by itself: its row shows the numbers of the whole family, which
-- are made again from this row and the children's when the family changes.
ALTER TABLE issue ADD COLUMN has_merged BIGINT NOT NULL DEFAULT 0;
CREATE TABLE issue_own (
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  event_count BIGINT NOT NULL,
  stored_event_count BIGINT NOT NULL,
  evicted_event_count BIGINT NOT NULL,
  unique_user_count BIGINT NOT NULL,
  first_seen_at BIGINT NOT NULL,
  last_seen_at BIGINT NOT NULL,
  level TEXT NOT NULL,
  environment TEXT NOT NULL,
  release TEXT NOT NULL,
  first_release TEXT NOT NULL,
  PRIMARY KEY (org_id, issue_id),
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
) {{clustered}};

ALTER TABLE issue ADD COLUMN assignee_id TEXT;
CREATE INDEX issue_assignee ON issue (org_id, assignee_id, project_id, merge_parent_id) WHERE assignee_id IS NOT NULL;

CREATE TABLE issue_comment (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  issue_id BIGINT NOT NULL,
  author_kind TEXT NOT NULL,
  author_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE INDEX issue_comment_issue ON issue_comment (org_id, issue_id, id);

-- scopes is a list with spaces between; a token ends with the membership of its creator.
CREATE TABLE agent_token (
  id TEXT PRIMARY KEY,
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  label TEXT NOT NULL,
  token_prefix TEXT NOT NULL,
  token_hash {{bytes}} NOT NULL UNIQUE,
  scopes TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  last_used_at BIGINT,
  revoked_at BIGINT,
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX agent_token_org ON agent_token (org_id, created_at);

-- Links that let somebody set a password once: purpose is invitation or password_reset; mail_state is none,
-- sending, sent or failed.
CREATE TABLE password_link (
  token_hash {{bytes}} PRIMARY KEY,
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  purpose TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  expires_at BIGINT NOT NULL,
  mail_state TEXT NOT NULL,
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
);
CREATE INDEX password_link_user ON password_link (org_id, user_id);

-- dedupe_key: what may fire only once, e.g. the cap of one project in one hour.
CREATE TABLE alert (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  issue_id BIGINT,
  rule_id TEXT,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  details TEXT NOT NULL,
  dedupe_key TEXT,
  fired_at BIGINT NOT NULL,
  read_at BIGINT,
  ignored BIGINT NOT NULL DEFAULT 0,
  UNIQUE (org_id, dedupe_key),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE INDEX alert_list ON alert (org_id, fired_at DESC, id DESC);
CREATE INDEX alert_unread ON alert (org_id, fired_at DESC, id DESC) WHERE read_at IS NULL AND ignored = 0;
CREATE INDEX alert_issue ON alert (org_id, issue_id) WHERE issue_id IS NOT NULL;

-- Issues that a project began in an hour of receipt; kept where their number is limited, for two days.
CREATE TABLE new_issue_count (
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  hour BIGINT NOT NULL,
  created BIGINT NOT NULL,
  PRIMARY KEY (org_id, project_id, hour),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
) {{clustered}};

CREATE TABLE audit_entry (
  id {{identity}},
  org_id BIGINT NOT NULL REFERENCES org (id),
  at BIGINT NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id TEXT,
  actor_name TEXT NOT NULL,
  ip TEXT NOT NULL,
  action TEXT NOT NULL,
  target_kind TEXT NOT NULL,
  target_id TEXT NOT NULL,
  target_name TEXT NOT NULL,
  details TEXT NOT NULL
);
CREATE INDEX audit_entry_org ON audit_entry (org_id, id);
CREATE INDEX audit_entry_target ON audit_entry (org_id, target_id, at);
