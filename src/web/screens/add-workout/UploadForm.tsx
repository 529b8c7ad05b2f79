import { Button, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { sportNamesQuery } from '@/web/api/sport-names'
import { DropAnywhere } from '@/web/components/DropAnywhere'
import { SportSelect } from '@/web/components/SportSelect'
import { t } from '@/web/i18n/text'
import { ChooseFiles } from './ChooseFiles'
import { rememberedPolicy, rememberPolicy } from './remembered-policy'
import { rememberedSport, rememberSport } from './remembered-sport'
import classes from './UploadForm.module.css'
import { UploadList } from './UploadList'
import { UploadOptions } from './UploadOptions'
import type { UploadFields } from './upload-fields'
import { sportOf, unsent } from './upload-items'
import { type ForAll, useUploads } from './use-uploads'

/** Chooses files, shows the sport of each, sends them, and tells what became of each. */
export function UploadForm() {
  const dropped = useLocation({ select: ({ state }) => state.files })
  const uploads = useUploads(dropped ?? [])
  const { items, busy, add } = uploads
  const names = useQuery(sportNamesQuery)
  const form = useForm<UploadFields>({
    initialValues: {
      ...{ title: '', notes: '', partial: false, usual: null },
      duplicates: rememberedPolicy(),
    },
  })
  const { title, notes, duplicates, partial, usual: chosen } = form.values
  const usual = chosen ?? names.data?.default_sport_id ?? rememberedSport()
  const common = {
    duplicates,
    ...(title && { title }),
    ...(notes && { notes }),
    ...(partial && { accept_partial: true }),
    // Only what was said holds for files whose sport cannot be seen from here.
    ...(chosen !== null && { default_sport_id: chosen }),
  }
  const forAll: ForAll = { common, usual }
  const pending = unsent(items)
  const isLooking = pending.some(({ isKnown }) => !isKnown)
  const lacking = pending.filter((item) => sportOf(item, usual) === undefined)
  const start = form.onSubmit(() => {
    rememberPolicy(duplicates)
    const [sport] = pending.flatMap((item) => sportOf(item, usual) ?? [])
    if (sport !== undefined) rememberSport(sport)
    void uploads.sendAll(forAll)
  })
  return (
    <form className={classes.form} onSubmit={start}>
      <DropAnywhere onFiles={add} />
      <ChooseFiles onFiles={add} small={items.length > 0} disabled={busy} />
      {items.length === 0 && (
        <p className={classes.move}>
          <Link to="/move-in">{t('moveIn.title')}</Link>
        </p>
      )}
      {pending.length > 1 && (
        <SportSelect
          label={t('add.sportForAll')}
          auto={t('add.sportEach')}
          value={commonSport(pending.map(({ sport }) => sport))}
          disabled={busy}
          onChange={uploads.chooseForAll}
        />
      )}
      <UploadList uploads={uploads} forAll={forAll} />
      {items.length > 0 && (
        <>
          <TextInput
            label={t('add.name')}
            description={t(pending.length > 1 ? 'add.nameForAll' : 'add.nameHint')}
            maxLength={255}
            size="md"
            disabled={busy}
            {...form.getInputProps('title')}
          />
          <UploadOptions
            form={form}
            usual={chosen ?? names.data?.default_sport_id ?? undefined}
            disabled={busy}
          />
        </>
      )}
      {lacking.length > 0 && (
        <p className={classes.lacking}>{t('add.sportsLacking', { count: lacking.length })}</p>
      )}
      <Button
        type="submit"
        size="md"
        loading={busy}
        disabled={pending.length === 0 || isLooking || lacking.length > 0}
      >
        {pending.length === 0 ? t('add.submit') : t('add.submitCount', { count: pending.length })}
      </Button>
    </form>
  )
}

/** The sport that was chosen for all files alike; null as long as they name theirs, undefined where they differ. */
function commonSport(sports: readonly (number | null | undefined)[]): number | null | undefined {
  const [first] = sports
  return sports.every((sport) => sport === first) ? (first ?? null) : undefined
}
