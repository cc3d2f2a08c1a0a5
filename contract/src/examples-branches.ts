/** Samples of the routes of branches. `examples.ts` combines them with the others. */

export const branchIds = { br: 'br_01kf0q2t5rf8x9m3v6c1n7w4zk' } as const;

const branch = {
  id: branchIds.br,
  object: 'branch',
  livemode: false,
  created_at: '2026-01-15T09:30:00.000Z',
  updated_at: '2026-01-15T09:30:00.000Z',
  version: 1,
  name: 'Port market',
  archived_at: null,
};

export const branchExamples = {
  createBranch: { request: { name: branch.name }, answer: branch },
  listBranches: { answer: { object: 'list', data: [branch], has_more: false, url: '/api/v1/branches' } },
  getBranch: { answer: branch },
  updateBranch: {
    request: { archived: true },
    answer: { ...branch, version: 2, archived_at: '2026-02-15T09:30:00.000Z' },
  },
};
