/** Moderators see how many appeals wait for a decision, in total and for each report. */
export const waitingAppeals = [
  `create index appeals_waiting on appeals (action_id) where updated_at is null`,
]
