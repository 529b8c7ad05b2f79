import type { ServerState } from '@/web/api/client/operations'
import classes from '@/web/components/lists/ItemList.module.css'
import { ItemRow } from '@/web/components/lists/ItemRow'
import { HandbookLink } from '@/web/components/page/HandbookLink'
import { Panel } from '@/web/components/page/Panel'
import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'
import { Moment } from './Moment'

/** The latest warnings and errors in the log, which is English. */
export function ProblemsPanel({ problems }: Pick<ServerState, 'problems'>) {
  const title = t('operations.problems')
  return (
    <Panel title={title}>
      {problems.length === 0 && <p>{t('operations.noProblems')}</p>}
      {problems.length > 0 && (
        <ul className={classes.list} aria-label={title}>
          {problems.map(({ cause, level, message, time }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same error may occur twice in a second.
            <li key={index}>
              <ItemRow
                name={<span lang="en">{message}</span>}
                badges={level !== 'warn' && <Badge tone="bad">{t('operations.error')}</Badge>}
                facts={[
                  <Moment key="time" at={time} />,
                  cause && (
                    <span key="cause" lang="en">
                      {cause}
                    </span>
                  ),
                ]}
              />
            </li>
          ))}
        </ul>
      )}
      <HandbookLink topic="troubleshooting" />
    </Panel>
  )
}
