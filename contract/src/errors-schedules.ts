/** Errors of schedules. `errors.ts` combines them with the others. */
export const scheduleErrors = {
  too_many_schedules: {
    status: 422,
    type: 'unprocessable',
    title: 'There are 50 schedules already',
    advice: 'That is the maximum in a mode. End a schedule that you no longer use.',
  },
  schedule_has_no_run: {
    status: 422,
    type: 'unprocessable',
    title: 'The schedule has no run in the future',
    advice: 'Its days are past. Change `first_date`, `time` or `until`, so that a run is still to come.',
  },
  schedule_is_over: {
    status: 409,
    type: 'conflict',
    title: 'The schedule has ended',
    advice: 'This is final. Create another schedule.',
  },
  schedule_is_pending: {
    status: 409,
    type: 'conflict',
    title: 'The schedule waits for an approval',
    advice: 'It makes no run before. Approve it, or end it.',
  },
  schedule_was_changed: {
    status: 409,
    type: 'conflict',
    title: 'The schedule was changed after you read it',
    advice: 'Read it again, and approve the `version` that you have read.',
  },
} as const;
