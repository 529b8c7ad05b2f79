import type { Sanction } from '@/web/api/accounts/sanctions'
import { AppealForm } from '@/web/components/feedback/AppealForm'
import { Panel } from '@/web/components/page/Panel'
import { formatDate } from '@/web/format/dates'
import { type TextKey, t } from '@/web/i18n/text'
import { usePreferences } from '@/web/state/preferences'

const TITLES: Readonly<Record<string, TextKey>> = {
  comment_suspension: 'notification.commentSuspended',
  comment_unsuspension: 'notification.commentBack',
  user_suspension: 'sanction.account',
  user_unsuspension: 'sanction.accountBack',
  user_warning: 'notification.warning',
  user_warning_lifting: 'notification.warningLifted',
  workout_suspension: 'notification.workoutSuspended',
  workout_unsuspension: 'notification.workoutBack',
}

const APPEALABLE = ['comment_suspension', 'user_suspension', 'user_warning', 'workout_suspension']

/** A moderator's decision with its reason, and the state of the appeal or the form to appeal. */
export function SanctionPanel({
  sanction,
  canAppeal = true,
  onAppeal,
}: {
  sanction: Sanction
  /** Whether the server accepts an appeal at present. */
  canAppeal?: boolean
  onAppeal: (text: string) => Promise<void>
}) {
  const preferences = usePreferences()
  const { action_type: type, appeal, reason } = sanction
  const title = TITLES[type]
  const date = formatDate(new Date(sanction.created_at), preferences)
  return (
    <Panel title={title ? t(title) : type} text={date}>
      {reason && <p>{t('sanction.reason', { reason })}</p>}
      {appeal && <p>{t(appealKey(appeal.approved))}</p>}
      {appeal?.reason && <p>{t('sanction.answer', { reason: appeal.reason })}</p>}
      {!appeal && canAppeal && APPEALABLE.includes(type) && (
        <AppealForm decision={`${type}.${sanction.created_at}`} onAppeal={onAppeal} />
      )}
    </Panel>
  )
}

function appealKey(approved: boolean | null): TextKey {
  if (approved === null) return 'sanction.appealed'
  return approved ? 'sanction.approved' : 'sanction.rejected'
}
