-- secret is sealed with the key of the installation. events is a list with spaces between.
-- failing_since: no delivery has succeeded since. disabled_reason: gone or failing; null: nobody but a person disabled it.
CREATE TABLE webhook (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  project_id BIGINT NOT NULL,
  url TEXT NOT NULL,
  format TEXT NOT NULL,
  events TEXT NOT NULL,
  enabled BIGINT NOT NULL,
  secret TEXT NOT NULL,
  secret_prefix TEXT NOT NULL,
  failing_since BIGINT,
  disabled_reason TEXT,
  created_at BIGINT NOT NULL,
  UNIQUE (org_id, id),
  FOREIGN KEY (org_id, project_id) REFERENCES project (org_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_project ON webhook (org_id, project_id, id);

-- The outbox and its log. facts: what happened, as it was then, in JSON. url and body: what is sent, from the first
-- try on. next_attempt_at: when it is due, or may be taken over from a node that tries it; null: it is not pending.
CREATE TABLE webhook_delivery (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  webhook_id BIGINT NOT NULL,
  issue_id BIGINT,
  event TEXT NOT NULL,
  facts TEXT NOT NULL,
  url TEXT,
  body TEXT,
  status TEXT NOT NULL,
  tries BIGINT NOT NULL DEFAULT 0,
  next_attempt_at BIGINT,
  occurred_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  UNIQUE (org_id, id),
  FOREIGN KEY (org_id, webhook_id) REFERENCES webhook (org_id, id) ON DELETE CASCADE,
  FOREIGN KEY (org_id, issue_id) REFERENCES issue (org_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_delivery_list ON webhook_delivery (org_id, webhook_id, id);
CREATE INDEX webhook_delivery_due ON webhook_delivery (org_id, webhook_id, next_attempt_at)
  WHERE next_attempt_at IS NOT NULL;
CREATE INDEX webhook_delivery_issue ON webhook_delivery (org_id, issue_id) WHERE issue_id IS NOT NULL;

-- Tries of a delivery. answer: the first 2 kB.
CREATE TABLE webhook_attempt (
  id {{identity}},
  org_id BIGINT NOT NULL,
  delivery_id BIGINT NOT NULL,
  at BIGINT NOT NULL,
  duration_ms BIGINT NOT NULL,
  status BIGINT,
  error TEXT,
  answer TEXT,
  FOREIGN KEY (org_id, delivery_id) REFERENCES webhook_delivery (org_id, id) ON DELETE CASCADE
);
CREATE INDEX webhook_attempt_delivery ON webhook_attempt (org_id, delivery_id, id);

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('webhook', 'webhook_project', '1000 1000 10 1'),
  ('webhook_delivery', 'webhook_delivery_list', '100000 100000 500 1'),
  ('webhook_delivery', 'webhook_delivery_due', '10000 10000 500 1'),
  ('webhook_delivery', 'webhook_delivery_issue', '100000 100000 5'),
  ('webhook_attempt', 'webhook_attempt_delivery', '200000 200000 2 1');
{{sqlite_only}} ANALYZE sqlite_schema;
