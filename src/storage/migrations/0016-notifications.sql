-- What a member wants to be mailed about; no row: the defaults. quiet_from, quiet_to: minutes of the day in time_zone.
-- muted_projects: row keys with spaces between. digest_at: when the next weekly digest is due, epoch ms; null: none.
CREATE TABLE notification_preference (
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  assigned BIGINT NOT NULL,
  mentioned BIGINT NOT NULL,
  issue_created BIGINT NOT NULL,
  regression BIGINT NOT NULL,
  rule_fired BIGINT NOT NULL,
  time_zone TEXT NOT NULL,
  quiet_from BIGINT,
  quiet_to BIGINT,
  muted_until BIGINT,
  muted_projects TEXT NOT NULL,
  digest_at BIGINT,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
) {{clustered}};
CREATE INDEX notification_preference_digest ON notification_preference (org_id, digest_at)
  WHERE digest_at IS NOT NULL;

-- What happened that members may be mailed about: one row per transaction and organization, until it is in their letters.
CREATE TABLE notice (
  id {{identity}},
  org_id BIGINT NOT NULL,
  facts TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  FOREIGN KEY (org_id) REFERENCES org (id) ON DELETE CASCADE
);
CREATE INDEX notice_org ON notice (org_id, id);

-- Mails to members. gathers: 1 while news are still added. next_attempt_at: when it is due, or may be taken over from a
-- node that sends it; null: it is finished. sent_at: null where it was given up.
CREATE TABLE letter (
  id {{identity}},
  uid TEXT NOT NULL UNIQUE,
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  kind TEXT NOT NULL,
  facts TEXT NOT NULL,
  gathers BIGINT NOT NULL,
  tries BIGINT NOT NULL DEFAULT 0,
  next_attempt_at BIGINT,
  created_at BIGINT NOT NULL,
  sent_at BIGINT,
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX letter_gathering ON letter (org_id, user_id) WHERE gathers = 1;
CREATE INDEX letter_sent ON letter (org_id, user_id, sent_at);
CREATE INDEX letter_due ON letter (org_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;

-- Of a chat's webhook: deliveries that came too fast are added up in one that is not sent yet.
ALTER TABLE webhook_delivery ADD COLUMN gathers BIGINT NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX webhook_delivery_gathering ON webhook_delivery (org_id, webhook_id) WHERE gathers = 1;

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('notification_preference', 'notification_preference', '1000 10 1'),
  ('notification_preference', 'notification_preference_digest', '100 10 1'),
  ('notice', 'notice_org', '100 10 1'),
  ('letter', 'letter_gathering', '100 10 1'),
  ('letter', 'letter_sent', '10000 100 10 1'),
  ('letter', 'letter_due', '100 10 1'),
  ('webhook_delivery', 'webhook_delivery_gathering', '100 10 1');
{{sqlite_only}} ANALYZE sqlite_schema;
