import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  downloadReport,
  importReportQuery,
  type UndoResult,
  undoImport,
} from '@/web/api/workouts/import-report'
import type { ReportEntry } from '@/web/api/workouts/report-entries'
import { refreshTasks, type Task } from '@/web/api/workouts/tasks'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { ConfirmButton } from '@/web/components/feedback/ConfirmButton'
import { translateError } from '@/web/components/feedback/describe-error'
import { ErrorNote } from '@/web/components/feedback/ErrorNote'
import { countResults, formatResult, sortResults } from '@/web/components/feedback/import-results'
import { LoadError } from '@/web/components/feedback/LoadError'
import { Badge } from '@/web/components/people/Badge'
import { t } from '@/web/i18n/text'
import { TaskErrors } from './TaskErrors'
import classes from './TaskReport.module.css'

const AT_ONCE = 100

/** The result of every file of a finished import; for imports without a stored summary, only the errors. */
export function TaskReport({ task }: { task: Task }) {
  const query = useQuery(importReportQuery(task.id))
  const { data: entries } = query
  if (!entries) return <LoadError queries={[query]} />
  if (entries.length === 0) return <TaskErrors {...task.errored_files} />
  return (
    <section className={classes.report} aria-label={t('imported.files')}>
      <div className={classes.head}>
        <h2 className={classes.heading}>{t('imported.files')}</h2>
        <ReportTools taskId={task.id} entries={entries} />
      </div>
      <ReportList entries={entries} remedies={task.errored_files.remedies ?? {}} />
    </section>
  )
}

interface ReportListProps {
  entries: readonly ReportEntry[]
  /** What makes rejected files readable, by name. */
  remedies: Readonly<Record<string, string>>
}

function ReportList({ entries, remedies }: ReportListProps) {
  const [result, setResult] = useState<string>()
  const [shown, setShown] = useState(AT_ONCE)
  const found = result === undefined ? entries : entries.filter((each) => each.result === result)
  const choices = [
    [undefined, t('imported.all'), entries.length] as const,
    ...sortResults(countResults(entries)).map(
      ([word, count]) => [word, formatResult(word), count] as const,
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
          <ReportRow
            key={entry.line}
            entry={entry}
            remedy={entry.result === 'failed' ? remedies[entry.file] : undefined}
          />
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
      <BusyButton
        variant="default"
        size="sm"
        busy={saving.isPending}
        onClick={() => saving.mutate()}
      >
        {t('imported.csv')}
      </BusyButton>
      <ErrorNote error={saving.error} />
    </div>
  )
}

const TONES: Readonly<Record<string, 'good' | 'bad'>> = {
  new: 'good',
  replaced: 'good',
  failed: 'bad',
}

/** One file of an import, its result with the reason, and a link to its workout. */
function ReportRow({
  entry: { file, result, reason, workoutId },
  remedy,
}: {
  entry: ReportEntry
  remedy: string | undefined
}) {
  return (
    <li className={classes.row}>
      <span className={classes.file}>
        {file}
        {reason && <small>{translateError(reason)}</small>}
        {remedy && <small>{remedy}</small>}
      </span>
      <Badge tone={TONES[result] ?? 'plain'}>{formatResult(result)}</Badge>
      {workoutId && result !== 'undone' && (
        <Link
          className={classes.link}
          to="/workouts/$workoutId"
          params={{ workoutId }}
          aria-label={t('imported.workoutOf', { file })}
        >
          {t('imported.workout')}
        </Link>
      )}
    </li>
  )
}

/** Whether an import changed something for a file that can be undone. */
const hasMade = ({ result, reason }: ReportEntry): boolean =>
  result === 'new' || result === 'replaced' || (result === 'already there' && reason !== '')

/** Undoes an import, after showing exactly what will be undone. */
function UndoImport({ taskId, entries }: { taskId: string; entries: readonly ReportEntry[] }) {
  const client = useQueryClient()
  const [undone, setUndone] = useState<UndoResult>()
  const undoing = useMutation<void, Error, void>({
    mutationFn: async () => setUndone(await undoImport(taskId)),
    onSettled: () => refreshTasks(client, taskId),
  })
  const created = entries.filter(({ result }) => result === 'new').length
  return (
    <>
      <span role="status">{undone && describeUndo(undone)}</span>
      {entries.some(hasMade) && (
        <ConfirmButton
          label={t('undo.start')}
          title={t('undo.title')}
          text={`${t('undo.text', { count: created })} ${t('undo.others')}`}
          confirm={t('undo.confirm', { count: created })}
          action={undoing}
        />
      )}
    </>
  )
}

/** Describes what was undone and what was not. */
const describeUndo = ({ removed, restored, left }: UndoResult): string =>
  [
    t('undo.done', { count: removed }),
    ...(restored > 0 ? [t('undo.restored', { count: restored })] : []),
    ...(left > 0 ? [t('undo.left', { count: left })] : []),
  ].join(' ')
