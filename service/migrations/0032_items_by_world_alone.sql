-- Nodes from before 0031 look for a rail's items without it, and find them more slowly.
DROP INDEX payout_items_due;
