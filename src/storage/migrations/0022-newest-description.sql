-- Time of the newest stored event of the issue itself, epoch ms: title, culprit, type and platform are that event's.
-- 0: those of the event that the issue began with.
ALTER TABLE issue ADD COLUMN described_at BIGINT NOT NULL DEFAULT 0;
