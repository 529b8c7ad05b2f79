import type { Delivery } from '@/web/api/accounts/webhooks'
import { type TextKey, t } from '@/web/i18n/text'

const TEXTS: Readonly<Record<Delivery['event'], TextKey>> = {
  'workout.created': 'webhookEvent.workoutCreated',
  'workout.changed': 'webhookEvent.workoutChanged',
  'workout.deleted': 'webhookEvent.workoutDeleted',
  'import.finished': 'webhookEvent.importFinished',
  'import.undone': 'webhookEvent.importUndone',
  'report.created': 'webhookEvent.reportCreated',
  'backup.failed': 'webhookEvent.backupFailed',
  'notification.created': 'webhookEvent.notificationCreated',
  test: 'webhookEvent.test',
}

/** The name of an event. */
export const eventName = (event: Delivery['event']): string => t(TEXTS[event])
