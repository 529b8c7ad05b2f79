/** Workouts per page of the user's log. */
export const LOG_PAGE_SIZE = 10
