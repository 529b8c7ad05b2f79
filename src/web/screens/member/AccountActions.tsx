import { ActionButtons } from '@/web/components/moderation/ActionButtons'
import type { PossibleAction } from '@/web/components/moderation/possible-actions'
import { Panel } from '@/web/components/page/Panel'
import { t } from '@/web/i18n/text'
import type { ChosenAction } from './chosen-action'

/** The actions on the account itself. */
export function AccountActions({
  actions,
  onChoose,
}: {
  actions: readonly PossibleAction[]
  onChoose: (chosen: ChosenAction) => void
}) {
  if (actions.length === 0)
    return (
      <Panel title={t('report.act')}>
        <p>{t('member.protected')}</p>
      </Panel>
    )
  return (
    <Panel title={t('report.act')} text={t('report.actText')}>
      <ActionButtons actions={actions} onChoose={(action) => onChoose({ action })} />
    </Panel>
  )
}
