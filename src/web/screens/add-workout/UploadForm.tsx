import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { sportNamesQuery } from '@/web/api/accounts/sports'
import type { UploadDetails } from '@/web/api/client/upload'
import { BusyButton } from '@/web/components/buttons/BusyButton'
import { SportSelect } from '@/web/components/forms/SportSelect'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import { useConnection } from '@/web/state/connection'
import { useUnsavedChanges } from '@/web/state/unsaved-changes'
import { findSoleRecording, splitPhotos } from '@/web/uploads/dropped-photos'
import { ChooseFiles } from './ChooseFiles'
import { getLastPolicy, getLastSport, storeLastPolicy, storeLastSport } from './last-choices'
import { PhotosPanel } from './PhotosPanel'
import classes from './UploadForm.module.css'
import { UploadOptions } from './UploadOptions'
import { UploadRow } from './UploadRow'
import type { UploadFields } from './upload-fields'
import { getSport, type UploadItem, unsent } from './upload-items'
import { usePhotos } from './use-photos'
import { type ForAll, useUploads } from './use-uploads'

/**
 * Chooses files, shows the sport of each, uploads them, and shows the results. It is not a `Form`, because files are
 * validated and sent one by one, with their progress and errors in their rows.
 */
export function UploadForm() {
  const { uploads, chosenPhotos, add } = useChosen()
  const { items, busy } = uploads
  const { photos } = chosenPhotos
  const names = useQuery(sportNamesQuery)
  const connection = useConnection()
  const form = useForm<UploadFields>({
    initialValues: {
      ...{ title: '', notes: '', partial: false, defaultSport: null },
      duplicates: getLastPolicy(),
    },
  })
  const { duplicates, defaultSport: chosen } = form.values
  const defaultSport = chosen ?? names.data?.default_sport_id ?? getLastSport()
  const forAll: ForAll = { common: createDetails(form.values), defaultSport }
  const pending = unsent(items)
  const isLooking = pending.some(({ isKnown }) => !isKnown)
  const lacking = pending.filter((item) => getSport(item, defaultSport) === undefined)
  // Without a connection, files wait in the queue, which asks for a missing sport later.
  const isLacking = lacking.length > 0 && connection === 'online'
  const start = form.onSubmit(() => {
    storeLastPolicy(duplicates)
    const [sport] = pending.flatMap((item) => getSport(item, defaultSport) ?? [])
    if (sport !== undefined) storeLastSport(sport)
    void uploads.sendAll(forAll)
  })
  return (
    <form className={classes.form} onSubmit={start}>
      <ChooseFiles onFiles={add} isEmpty={items.length + photos.length === 0} disabled={busy} />
      {pending.length > 1 && (
        <SportForAll items={pending} disabled={busy} onChange={uploads.chooseForAll} />
      )}
      <UploadList uploads={uploads} forAll={forAll} />
      {photos.length > 0 && (
        <PhotosPanel
          chosen={chosenPhotos}
          recording={items.length === 1 ? findRecording(pending)?.name : undefined}
          busy={busy}
        />
      )}
      {items.length > 0 && (
        <CommonFields
          form={form}
          defaultSport={chosen ?? names.data?.default_sport_id ?? undefined}
          isForSeveral={pending.length > 1}
          disabled={busy}
        />
      )}
      {lacking.length > 0 && (
        <p className={classes.lacking}>{t('add.sportsLacking', { count: lacking.length })}</p>
      )}
      {items.length > 0 && (
        <SubmitButton count={pending.length} busy={busy} disabled={isLooking || isLacking} />
      )}
    </form>
  )
}

const findRecording = (items: readonly UploadItem[]) =>
  findSoleRecording(items.map(({ file }) => file))

/** The fields that apply to all files. */
function CommonFields({
  form,
  defaultSport,
  isForSeveral,
  disabled,
}: Parameters<typeof UploadOptions>[0] & { isForSeveral: boolean }) {
  const hint = t(isForSeveral ? 'add.nameForAll' : 'add.nameHint')
  return (
    <>
      <TextInput
        label={t('add.name')}
        maxLength={255}
        size="md"
        disabled={disabled}
        {...withHint(form.getInputProps('title'), hint)}
      />
      <UploadOptions form={form} defaultSport={defaultSport} disabled={disabled} />
    </>
  )
}

/**
 * The chosen recordings and photos; at first those that were dropped on another screen, or shared. They are guarded until
 * they are sent.
 */
function useChosen() {
  const dropped = useLocation({ select: ({ state }) => state.files }) ?? []
  const first = splitPhotos(dropped)
  const chosenPhotos = usePhotos(first.photos)
  const { photos, remove, sending } = chosenPhotos
  const uploads = useUploads(first.recordings, {
    files: photos.map(({ file }) => file),
    sendTo: (workoutId) =>
      sending.mutateAsync(new Map(photos.map(({ id }) => [id, workoutId]))).then(
        () => true,
        () => false,
      ),
    onStored: () => remove(photos.map(({ id }) => id)),
  })
  const isWaiting = uploads.items.some(({ state }) => state.phase === 'waiting')
  useUnsavedChanges(isWaiting || photos.length > 0)
  const add = (files: readonly File[]) => {
    const chosen = splitPhotos(files)
    uploads.add(chosen.recordings)
    chosenPhotos.add(chosen.photos)
  }
  return { uploads, chosenPhotos, add }
}

/** The sport chosen for all files; null if the files determine it themselves, undefined if the choices differ. */
function commonSport(sports: readonly (number | null | undefined)[]): number | null | undefined {
  const [first] = sports
  return sports.every((sport) => sport === first) ? (first ?? null) : undefined
}

/** The chosen files with their sports, progress and results. */
function UploadList({
  uploads,
  forAll,
}: {
  uploads: ReturnType<typeof useUploads>
  forAll: ForAll
}) {
  // Lets memoised rows render only when their item changes: there may be hundreds of rows, and the one being uploaded
  // updates continuously.
  const latest = useRef({ uploads, forAll })
  useEffect(() => {
    latest.current = { uploads, forAll }
  })
  const actions = useMemo(
    () => ({
      remove: (id: number) => latest.current.uploads.remove(id),
      chooseSport: (id: number, sport: number | null) => latest.current.uploads.note(id, { sport }),
      retry: (item: UploadItem, addedDetails: UploadDetails) =>
        void latest.current.uploads.retry(item, addedDetails, latest.current.forAll),
    }),
    [],
  )
  if (uploads.items.length === 0) return null
  return (
    <ul className={classes.list} aria-label={t('add.files')}>
      {uploads.items.map((item) => (
        <UploadRow
          key={item.id}
          item={item}
          defaultSport={forAll.defaultSport}
          busy={uploads.busy}
          actions={actions}
        />
      ))}
    </ul>
  )
}

/** Details that apply to all files. */
const createDetails = ({ title, notes, duplicates, partial, defaultSport }: UploadFields) => ({
  duplicates,
  ...(title && { title }),
  ...(notes && { notes }),
  ...(partial && { accept_partial: true }),
  // Only an explicitly chosen sport applies to files whose sport cannot be detected in the browser.
  ...(defaultSport !== null && { default_sport_id: defaultSport }),
})

function SubmitButton({
  count,
  busy,
  disabled,
}: {
  count: number
  busy: boolean
  disabled: boolean
}) {
  return (
    <BusyButton type="submit" size="md" busy={busy} disabled={count === 0 || disabled}>
      {count === 0 ? t('add.submit') : t('add.submitCount', { count: count })}
    </BusyButton>
  )
}

function SportForAll({
  items,
  disabled,
  onChange,
}: {
  items: readonly UploadItem[]
  disabled: boolean
  onChange: (sport: number | null) => void
}) {
  return (
    <SportSelect
      label={t('add.sportForAll')}
      auto={t('add.sportEach')}
      value={commonSport(items.map(({ sport }) => sport))}
      disabled={disabled}
      onChange={onChange}
    />
  )
}
