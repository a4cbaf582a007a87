-- Since when an admin hides a release: its events stay, but it decides nothing about regressions any longer.
ALTER TABLE release ADD COLUMN hidden_at BIGINT;
