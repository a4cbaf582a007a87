-- Access tokens that expire (decision 0220). Null: never.
ALTER TABLE agent_token ADD COLUMN expires_at BIGINT;
