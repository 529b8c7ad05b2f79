import { Button } from '@mantine/core'
import { useState } from 'react'
import type { ReportDetail } from '@/web/api/reports'
import { Panel } from '@/web/components/Panel'
import { t } from '@/web/i18n/text'
import { ActionDialog } from './ActionDialog'
import { type PossibleAction, possibleActions } from './possible-actions'
import classes from './ReportScreen.module.css'

/** What can be done about the reported thing, and about who made it. */
export function ModerationPanel({ report }: { report: ReportDetail }) {
  const [chosen, choose] = useState<PossibleAction | null>(null)
  const actions = possibleActions(report)
  return (
    <Panel title={t('report.act')} text={t('report.actText')}>
      <div className={classes.buttons}>
        {actions.map((action) => (
          <Button
            key={action.label}
            variant="default"
            aria-haspopup="dialog"
            onClick={() => choose(action)}
          >
            {t(action.label)}
          </Button>
        ))}
      </div>
      {actions.length === 0 && <p>{t('report.nothingToDo')}</p>}
      <ActionDialog reportId={report.id} action={chosen} onClose={() => choose(null)} />
    </Panel>
  )
}
