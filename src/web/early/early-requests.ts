const WORKOUT = /^\/workouts\/(?!add$|compare$|duplicates$|tasks$)[\w-]+$/

/** What members are asked about on every screen, and what the dashboard shows first. */
const MEMBER = ['/auth/profile', '/notifications/unread']
const DASHBOARD = ['/workouts?page=1&per_page=10', '/sports', '/workouts/upload-tasks?page=1']

/** What the screen at a path asks the API at first, as it writes it. */
export function requestsOf(path: string, isMember: boolean): string[] {
  const common = ['/config', ...(isMember ? MEMBER : [])]
  if (path === '/login') return [...common, '/setup']
  if (path === '/' && isMember) return [...common, ...DASHBOARD]
  if (WORKOUT.test(path)) return [...common, path, '/sports']
  return isMember ? common : []
}
