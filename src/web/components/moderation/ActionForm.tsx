import { Textarea } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshModeration } from '@/web/api/accounts/moderation'
import { Choice } from '@/web/components/forms/Choice'
import { DialogForm } from '@/web/components/forms/Form'
import { useTextForm } from '@/web/components/forms/use-text-form'
import { withHint } from '@/web/components/validation/with-hint'
import { type TextKey, t } from '@/web/i18n/text'
import type { PossibleAction } from './possible-actions'

/** Ready-made reasons: their names, and the texts that are inserted. */
const TEMPLATES: readonly (readonly [name: TextKey, text: TextKey])[] = [
  ['template.advert', 'template.advertText'],
  ['template.insult', 'template.insultText'],
  ['template.privacy', 'template.privacyText'],
  ['template.unsuitable', 'template.unsuitableText'],
  ['template.fake', 'template.fakeText'],
]

/** Asks for the reason of a moderation action, and which one to take if there are several. */
export function ActionForm({
  actions,
  draft,
  onTake,
  onClose,
}: {
  actions: readonly PossibleAction[]
  draft: string
  onTake: (action: PossibleAction, reason: string | null) => Promise<void>
  onClose: () => void
}) {
  const client = useQueryClient()
  const [chosen, choose] = useState(actions[0]?.type)
  const action = actions.find(({ type }) => type === chosen) ?? actions[0]
  const { form, deleteDraft } = useTextForm(`act.${draft}`, { isOptional: true })
  const taking = useMutation({
    mutationFn: async (reason: string) => {
      if (action) await onTake(action, reason.trim() || null)
    },
    onSuccess: async () => {
      deleteDraft()
      await refreshModeration(client)
      onClose()
    },
  })
  if (!action) return null
  return (
    <DialogForm
      submit={t(action.label)}
      {...(action.harsh && { button: { color: 'red.8' } })}
      saving={taking}
      onCancel={onClose}
      onSubmit={form.onSubmit(({ text }) => taking.mutate(text))}
    >
      <TypeChoice actions={actions} type={action.type} onChoose={choose} />
      {action.harsh && (
        <TemplateChoice
          text={form.values.text}
          onChoose={(text) => form.setFieldValue('text', text)}
        />
      )}
      <Textarea
        label={t('act.reason')}
        minRows={3}
        autosize
        size="md"
        {...withHint(form.getInputProps('text'), t('act.reasonHint'))}
      />
    </DialogForm>
  )
}

/** Which action to take, if there are several. */
function TypeChoice({
  actions,
  type,
  onChoose,
}: {
  actions: readonly PossibleAction[]
  type: PossibleAction['type']
  onChoose: (type: PossibleAction['type']) => void
}) {
  if (actions.length < 2) return null
  return (
    <Choice
      label={t('act.choose')}
      options={actions.map((one) => ({ value: one.type, label: t(one.label) }))}
      value={type}
      onChange={onChoose}
    />
  )
}

/** Inserts a ready-made reason, which can then be changed. */
function TemplateChoice({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  const options = TEMPLATES.map(([name, key]) => ({ value: t(key), label: t(name) }))
  return (
    <Choice
      label={t('act.template')}
      options={[{ value: '', label: t('act.noTemplate') }, ...options]}
      value={options.some(({ value }) => value === text) ? text : ''}
      onChange={onChoose}
    />
  )
}
