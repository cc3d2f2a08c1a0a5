-- Who is verified and submits again, for a higher tier, keeps the tier that they have until that is decided. Every row that
-- was right before is right under this too.
ALTER TABLE users
  DROP CONSTRAINT users_tier_is_verified,
  ADD CONSTRAINT users_tier_is_verified
    CHECK (CASE kyc WHEN 'verified' THEN kyc_tier > 0 WHEN 'pending' THEN true ELSE kyc_tier = 0 END);
