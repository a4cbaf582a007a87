-- Single sign-on (decision 0214): whose account at the OpenID Connect provider is a member's. Another account of the
-- provider with the same email address doesn't sign in as them.
CREATE TABLE oidc_identity (
  org_id BIGINT NOT NULL,
  user_id TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (org_id, user_id),
  FOREIGN KEY (org_id, user_id) REFERENCES membership (org_id, user_id) ON DELETE CASCADE
) {{clustered}};
CREATE UNIQUE INDEX oidc_identity_subject ON oidc_identity (issuer, subject);

-- For the same reason as in 0001.
{{sqlite_only}} INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('oidc_identity', 'oidc_identity', '500 50 1'),
  ('oidc_identity', 'oidc_identity_subject', '500 500 1');
{{sqlite_only}} ANALYZE sqlite_schema;
