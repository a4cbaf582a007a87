-- Two-factor sign-in that an organization requires (decision 0235). via_provider: the session began with single sign-on,
-- whose provider asks for what it wants.
ALTER TABLE org ADD COLUMN requires_two_factor BIGINT NOT NULL DEFAULT 0;
ALTER TABLE session ADD COLUMN via_provider BIGINT NOT NULL DEFAULT 0;
