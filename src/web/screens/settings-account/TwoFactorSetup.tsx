import { Button } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useClipboard } from '@mantine/hooks'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { encode } from 'uqr'
import {
  confirmTwoFactor,
  disableTwoFactor,
  type NewSecret,
  type Proof,
  refreshTwoFactor,
  renewRecoveryCodes,
} from '@/web/api/accounts/two-factor'
import { ApiError, isCodeWrong } from '@/web/api/client/api-error'
import { saveFile } from '@/web/api/client/download'
import { Notice } from '@/web/components/feedback/Notice'
import { CopyField } from '@/web/components/forms/CopyField'
import { Form } from '@/web/components/forms/Form'
import { PasswordField } from '@/web/components/forms/PasswordField'
import { CodeField } from '@/web/components/login/CodeField'
import { withHint } from '@/web/components/validation/with-hint'
import { t } from '@/web/i18n/text'
import classes from './TwoFactorSetup.module.css'

/** Turns two-factor login on: shows the new secret, asks for a first code, and then shows the recovery codes. */
export function TwoFactorSetup({ secret, uri, onDone }: NewSecret & { onDone: () => void }) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return (
    <ProofForm
      submit={t('twoFactor.enable')}
      codeHint={t('twoFactor.firstCodeHint')}
      send={confirmTwoFactor}
      onSuccess={setCodes}
    >
      <p className={classes.text}>{t('twoFactor.scan')}</p>
      <QrCode text={uri} />
      <CopyField label={t('twoFactor.secret')} value={secret} />
    </ProofForm>
  )
}

/** Replaces the recovery codes, or turns two-factor login off. */
export function TwoFactorChange({
  change,
  onDone,
}: {
  change: 'newCodes' | 'disable'
  onDone: () => void
}) {
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  if (change === 'newCodes')
    return (
      <ProofForm
        submit={t('twoFactor.newCodes')}
        codeHint={t('twoFactor.codeHint')}
        send={renewRecoveryCodes}
        onSuccess={setCodes}
      >
        <p className={classes.text}>{t('twoFactor.newCodesText')}</p>
      </ProofForm>
    )
  return (
    <ProofForm
      submit={t('twoFactor.disable')}
      color="red.8"
      codeHint={t('twoFactor.codeHint')}
      send={disableTwoFactor}
      onSuccess={onDone}
    >
      <p className={classes.text}>{t('twoFactor.disableText')}</p>
    </ProofForm>
  )
}

/** Asks for the current password and a code. */
function ProofForm<Result>({
  submit,
  color,
  codeHint,
  send,
  onSuccess,
  children,
}: {
  submit: string
  color?: string
  codeHint: string
  send: (proof: Proof) => Promise<Result>
  onSuccess: (result: Result) => void
  children: ReactNode
}) {
  const client = useQueryClient()
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => void refreshTwoFactor(client),
    // Do not cache the codes.
    gcTime: 0,
  })
  const form = useForm({
    initialValues: { password: '', code: '' },
    validate: {
      password: (value) => (value === '' ? t('account.currentRule') : null),
      code: (value) => (value.trim() === '' ? t('twoFactor.codeRule') : null),
    },
  })
  const submitted = form.onSubmit((proof) =>
    sending.mutate(proof, {
      onSuccess,
      onError: (error) => {
        if (isCodeWrong(error)) form.setFieldError('code', t('twoFactor.wrong'))
        else if (error instanceof ApiError && error.status === 401)
          form.setFieldError('password', t('account.wrongPassword'))
      },
    }),
  )
  return (
    <Form
      once
      guarded={false}
      submit={submit}
      button={color === undefined ? undefined : { color }}
      saving={sending}
      onSubmit={submitted}
    >
      {children}
      <CodeField {...withHint(form.getInputProps('code'), codeHint)} />
      <PasswordField
        label={t('account.currentPassword')}
        autoComplete="current-password"
        {...form.getInputProps('password')}
      />
    </Form>
  )
}

/** The recovery codes, which cannot be retrieved later. */
function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { copy, copied } = useClipboard()
  const text = `${codes.join('\n')}\n`
  return (
    <div className={classes.stack}>
      <Notice>{t('twoFactor.codesText')}</Notice>
      <ul className={classes.codes} aria-label={t('twoFactor.codes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => copy(text)}>
          {t(copied ? 'apps.copied' : 'apps.copy', { label: t('twoFactor.codes') })}
        </Button>
        <Button
          variant="default"
          onClick={() =>
            saveFile(new Blob([text], { type: 'text/plain' }), 'milepost-recovery-codes.txt')
          }
        >
          {t('twoFactor.download')}
        </Button>
        <Button onClick={onDone}>{t('tokens.done')}</Button>
      </div>
    </div>
  )
}

/** A QR code, drawn dark on light in both colour schemes, because some readers require that. */
function QrCode({ text }: { text: string }) {
  const { size, data } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('')
  return (
    <svg
      className={classes.qr}
      role="img"
      aria-label={t('twoFactor.qr')}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} />
    </svg>
  )
}
