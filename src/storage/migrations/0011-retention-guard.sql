-- How far retention has come in a project, so that a sweep knows what it would remove and did not expect to: events
-- older than `retention_swept_to` had gone by then, when they were kept for `retention_swept_days`.
ALTER TABLE project ADD COLUMN retention_swept_to BIGINT;
ALTER TABLE project ADD COLUMN retention_swept_days BIGINT;
-- 1: somebody has said how long events are kept, or that they may go, since the last sweep.
ALTER TABLE project ADD COLUMN retention_allowed BIGINT NOT NULL DEFAULT 0;
-- Events that wait for that word; null: none.
ALTER TABLE project ADD COLUMN retention_held_count BIGINT;
