-- When the creator of a token was told that it is about to expire (decision 0220). Null: not yet, or never.
ALTER TABLE agent_token ADD COLUMN expiry_told_at BIGINT;
