import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { downloadReport, reportQuery } from '@/web/api/import-report'
import type { ReportEntry } from '@/web/api/report-entries'
import type { Task } from '@/web/api/tasks'
import { ErrorNote } from '@/web/components/ErrorNote'
import { countResults, inOrder, resultWord } from '@/web/components/import-results'
import { LoadError } from '@/web/components/LoadError'
import { t } from '@/web/i18n/text'
import { ReportRow } from './ReportRow'
import { TaskErrors } from './TaskErrors'
import classes from './TaskReport.module.css'
import { UndoImport } from './UndoImport'

const AT_ONCE = 100

/** What became of every file of an import that has ended; for one of old days, whose report was not kept, what failed. */
export function TaskReport({ task }: { task: Task }) {
  const query = useQuery(reportQuery(task.id))
  const { data: entries } = query
  if (!entries) return <LoadError of={[query]} />
  if (entries.length === 0) return <TaskErrors files={task.errored_files.files} />
  return (
    <section className={classes.report} aria-label={t('imported.files')}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('imported.files')}</h2>
        <ReportTools taskId={task.id} entries={entries} />
      </div>
      <ReportList entries={entries} />
    </section>
  )
}

function ReportList({ entries }: { entries: readonly ReportEntry[] }) {
  const [result, setResult] = useState<string>()
  const [shown, setShown] = useState(AT_ONCE)
  const found = result === undefined ? entries : entries.filter((each) => each.result === result)
  const choices = [
    [undefined, t('imported.all'), entries.length] as const,
    ...inOrder(countResults(entries)).map(
      ([word, count]) => [word, resultWord(word), count] as const,
    ),
  ]
  const choose = (word: string | undefined) => {
    setResult(word)
    setShown(AT_ONCE)
  }
  return (
    <>
      <fieldset className={classes.filters}>
        <legend>{t('imported.result')}</legend>
        {choices.map(([word, label, count]) => (
          <button
            key={label}
            type="button"
            aria-pressed={word === result}
            data-result={word}
            onClick={() => choose(word)}
          >
            {label} <strong>{count}</strong>
          </button>
        ))}
      </fieldset>
      <ul className={classes.rows} aria-label={t('imported.files')}>
        {found.slice(0, shown).map((entry) => (
          <ReportRow key={entry.line} entry={entry} />
        ))}
      </ul>
      {found.length > shown && (
        <div>
          <Button variant="default" onClick={() => setShown(shown + AT_ONCE)}>
            {t('list.more')}
          </Button>
        </div>
      )}
    </>
  )
}

function ReportTools({ taskId, entries }: { taskId: string; entries: readonly ReportEntry[] }) {
  const saving = useMutation({ mutationFn: () => downloadReport(taskId) })
  return (
    <div className={classes.tools}>
      <UndoImport taskId={taskId} entries={entries} />
      <Button
        variant="default"
        size="sm"
        loading={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('imported.csv')}
      </Button>
      <ErrorNote error={saving.error} />
    </div>
  )
}
