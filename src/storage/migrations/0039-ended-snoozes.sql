-- Whether a member is emailed when a snooze of theirs, or of an issue that is assigned to them, ends by itself.
ALTER TABLE notification_preference ADD COLUMN snooze_ended BIGINT NOT NULL DEFAULT 1;
