-- Time of the latest stored event, epoch ms, of the family if there is one: level, environment and release are that event's.
-- 0: no event was stored yet, and they are those of the record that the issue began with.
ALTER TABLE issue ADD COLUMN labelled_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE issue_own ADD COLUMN labelled_at BIGINT NOT NULL DEFAULT 0;
UPDATE issue SET labelled_at = last_seen_at WHERE is_placeholder = 0;
UPDATE issue_own SET labelled_at = last_seen_at;
