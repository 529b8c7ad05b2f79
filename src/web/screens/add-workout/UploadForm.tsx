import { Button, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLocation } from '@tanstack/react-router'
import { DropAnywhere } from '@/web/components/DropAnywhere'
import { SportPicker } from '@/web/components/SportPicker'
import { t } from '@/web/i18n/text'
import { ChooseFiles } from './ChooseFiles'
import { rememberedSport, rememberSport } from './remembered-sport'
import classes from './UploadForm.module.css'
import { UploadList } from './UploadList'
import { unsent } from './upload-items'
import { useUploads } from './use-uploads'

/** Chooses files and a sport, sends them, and tells what became of each. */
export function UploadForm() {
  const dropped = useLocation({ select: ({ state }) => state.files })
  const { items, busy, add, remove, sendAll } = useUploads(dropped ?? [])
  const form = useForm({
    initialValues: { sport: rememberedSport(), title: '', notes: '' },
    validate: { sport: (sport) => (sport === null ? t('add.sportRule') : null) },
  })
  const pending = unsent(items).length
  const start = form.onSubmit(({ sport, title, notes }) => {
    if (sport === null) return
    rememberSport(sport)
    void sendAll({ sport_id: sport, ...(title && { title }), ...(notes && { notes }) })
  })
  return (
    <form className={classes.form} onSubmit={start}>
      {!busy && <DropAnywhere onFiles={add} />}
      <ChooseFiles onFiles={add} small={items.length > 0} disabled={busy} />
      <UploadList items={items} busy={busy} onRemove={remove} />
      <SportPicker
        value={form.values.sport}
        error={form.errors.sport}
        disabled={busy}
        onChange={(sport) => form.setFieldValue('sport', sport)}
      />
      <TextInput
        label={t('add.name')}
        description={t('add.nameHint')}
        maxLength={255}
        size="md"
        disabled={busy}
        {...form.getInputProps('title')}
      />
      <Textarea
        label={t('add.notes')}
        description={t('add.notesHint')}
        maxLength={500}
        rows={3}
        size="md"
        disabled={busy}
        {...form.getInputProps('notes')}
      />
      <Button type="submit" size="md" loading={busy} disabled={pending === 0}>
        {pending === 0 ? t('add.submit') : t('add.submitCount', { count: pending })}
      </Button>
    </form>
  )
}
