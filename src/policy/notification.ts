import type { NotificationType } from '@/db/columns'
import { NOTIFICATION_SWITCHES, STAFF_NOTIFICATION_SWITCHES } from './switches'

const SWITCHES: ReadonlySet<string> = new Set([
  ...NOTIFICATION_SWITCHES,
  ...STAFF_NOTIFICATION_SWITCHES,
])

/** Whether somebody with these switches wants a notification; what cannot be switched off is always wanted. */
export const isWanted = (
  type: NotificationType,
  switches: Readonly<Record<string, boolean>>,
): boolean => !SWITCHES.has(type) || switches[type] !== false
