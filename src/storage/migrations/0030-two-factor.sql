-- Two-factor sign-in (decision 0204). sealed_secret: the secret of a member's authenticator app, sealed with the
-- installation's key; enabled_at null: not confirmed by a first code yet; last_step: the newest 30-second step whose
-- code was used.
CREATE TABLE two_factor (
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  enabled_at BIGINT,
  last_step BIGINT NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
) {{clustered}};

-- Recovery codes that were not used yet.
CREATE TABLE recovery_code (
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  code_hash {{bytes}} NOT NULL,
  PRIMARY KEY (org_id, user_id, code_hash),
  FOREIGN KEY (org_id, user_id) REFERENCES two_factor (org_id, user_id) ON DELETE CASCADE
) {{clustered}};

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('two_factor', 'two_factor', '500 50 1'),
  ('recovery_code', 'recovery_code', '5000 500 10 1');
{{sqlite_only}} ANALYZE sqlite_schema;
