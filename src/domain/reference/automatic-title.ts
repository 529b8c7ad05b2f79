/** The end of titles that workouts without one get: a sport, and ` - 2026-10-31 08:03:00`. */
const AUTOMATIC = / - \d{4}-\d{2}-\d{2} \d{2}:\d{2}(?::\d{2})?$/

/** Whether a title only repeats the sport and the start of its workout. */
export const isAutomaticTitle = (title: string): boolean => AUTOMATIC.test(title)
