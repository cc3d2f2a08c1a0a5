const clock = {
  object: 'test_clock',
  livemode: false,
  status: 'ready',
  now_at: '2026-01-15T10:30:00.000Z',
  advanced_seconds: 3_600,
};

export const clockExamples = {
  advanceTestClock: { request: { seconds: 3_600 }, answer: clock },
  getTestClock: { answer: clock },
};
