-- Finds the payments of a branch. Payments without one are not in it, and pay nothing for it.
CREATE INDEX CONCURRENTLY payments_branch ON payments (world, branch_id, id) WHERE branch_id IS NOT NULL;
