-- Null: none, as in most projects.
ALTER TABLE project ADD COLUMN fingerprint_rules TEXT;
