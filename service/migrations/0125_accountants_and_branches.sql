-- The role of a person who keeps the books: reads money, exports it, and changes none.
ALTER TABLE memberships DROP CONSTRAINT memberships_role_check,
  ADD CONSTRAINT memberships_role_check CHECK (role IN ('owner', 'developer', 'accountant', 'viewer', 'till'));
ALTER TABLE invitations DROP CONSTRAINT invitations_role_check,
  ADD CONSTRAINT invitations_role_check CHECK (role IN ('owner', 'developer', 'accountant', 'viewer', 'till'));
