import { CloseButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { sportsQuery } from '@/web/api/accounts/sports'
import type { UploadResult } from '@/web/api/client/upload-response'
import { UploadProgress } from '@/web/components/feedback/UploadProgress'
import { t } from '@/web/i18n/text'
import { useConnection } from '@/web/state/connection'
import classes from './UploadTray.module.css'
import type { QueueItem, UploadQueue } from './upload-queue'

const UNKNOWN_SPORT = 'sport_unknown'

/** A file of the upload queue, with its state and actions. */
export function UploadTrayItem({ item, queue }: { item: QueueItem; queue: UploadQueue }) {
  const { id, file, photos, state } = item
  const isLeft = state.phase === 'waiting' || state.phase === 'rejected'
  return (
    <li>
      <div className={classes.file}>
        <span className={classes.name}>{file.name}</span>
        {isLeft && (
          <CloseButton
            size="sm"
            aria-label={t('add.remove', { name: file.name })}
            onClick={() => void queue.remove(id)}
          />
        )}
      </div>
      {state.phase === 'waiting' && <Waiting />}
      {state.phase === 'sending' && <UploadProgress name={file.name} share={state.share} />}
      {state.phase === 'rejected' && <Rejected item={item} rejection={state} queue={queue} />}
      {photos.length > 0 && <p>{t('queue.withPhotos', { count: photos.length })}</p>}
      {state.phase === 'done' && <UploadSummary result={state.result} />}
      {state.phase === 'added' && (
        <p>
          <Link to="/workouts/$workoutId" params={{ workoutId: state.workoutId }}>
            {t('queue.photoAdded')}
          </Link>
        </p>
      )}
    </li>
  )
}

function Waiting() {
  const connection = useConnection()
  return <p>{t(connection === 'online' ? 'queue.waiting' : 'queue.waitingOffline')}</p>
}

function UploadSummary({ result: { workouts, taskId, files } }: { result: UploadResult }) {
  if (taskId !== null)
    return (
      <p>
        {t('add.inProgress')}{' '}
        <Link to="/workouts/tasks/$taskId" params={{ taskId }}>
          {t('add.follow')}
        </Link>
      </p>
    )
  const [workout] = workouts
  const isKnown = files?.[0]?.result === 'already there'
  if (!workout || workouts.length > 1) return <p>{t('add.created', { count: workouts.length })}</p>
  return (
    <p>
      {t(isKnown ? 'queue.known' : 'queue.added')}{' '}
      <Link to="/workouts/$workoutId" params={{ workoutId: workout.id }}>
        {workout.title || t('workout.untitled')}
      </Link>
    </p>
  )
}

function Rejected({
  item: { id, file, photos },
  rejection,
  queue,
}: {
  item: QueueItem
  rejection: { text: string; code: string | null }
  queue: UploadQueue
}) {
  const navigate = useNavigate()
  const lacksSport = rejection.code === UNKNOWN_SPORT
  const chooseMore = async () => {
    await navigate({ to: '/workouts/add', state: { files: [file, ...photos] } })
    await queue.remove(id)
  }
  return (
    <>
      <p className={classes.error} role="alert">
        {lacksSport ? t('queue.sportUnknown') : rejection.text}
      </p>
      {lacksSport && (
        <SportChoice
          name={file.name}
          onChoose={(sport) => void queue.retry(id, { sport_id: sport })}
        />
      )}
      <div className={classes.actions}>
        {!lacksSport && (
          <button
            type="button"
            aria-label={`${t('queue.again')}: ${file.name}`}
            onClick={() => void queue.retry(id)}
          >
            {t('queue.again')}
          </button>
        )}
        <button type="button" onClick={() => void chooseMore()}>
          {t('queue.more')}
        </button>
      </div>
    </>
  )
}

function SportChoice({ name, onChoose }: { name: string; onChoose: (sportId: number) => void }) {
  const { data: sports = [] } = useQuery(sportsQuery)
  return (
    <select
      className={classes.sport}
      aria-label={t('queue.sport', { name })}
      value=""
      onChange={({ currentTarget }) => onChoose(Number(currentTarget.value))}
    >
      <option value="">{t('queue.chooseSport')}</option>
      {sports
        .filter((sport) => sport.is_active_for_user)
        .map(({ id, label }) => (
          <option key={id} value={id}>
            {label}
          </option>
        ))}
    </select>
  )
}
