/** Errors of exports. `errors.ts` combines them with the others. */
export const exportErrors = {
  too_many_exports: {
    status: 429,
    type: 'rate_limit',
    title: 'Too many exports are open',
    advice:
      'At most 5 exports of a mode wait or run at a time. Wait for the event `export.completed`, or until `GET /api/v1/exports?status=running` and `?status=pending` show fewer.',
  },
  too_many_export_schedules: {
    status: 422,
    type: 'unprocessable',
    title: 'There are 16 schedules of exports already',
    advice: 'That is the maximum in a mode. Delete a schedule that you no longer use.',
  },
  export_not_completed: {
    status: 409,
    type: 'conflict',
    title: 'The export has no file yet',
    advice:
      'Only a completed export has a file. Wait for the event `export.completed`, or read the export until its `status` is `completed`. A failed export never has a file: create another one.',
  },
} as const;
