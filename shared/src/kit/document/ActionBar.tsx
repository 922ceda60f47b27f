import { useQueryClient } from '@tanstack/react-query';
import Button from 'antd/es/button';
import Tooltip from 'antd/es/tooltip';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { callRow } from '../../client/call.ts';
import { isApiError } from '../../client/errors.ts';
import { newKey } from '../../client/http.ts';
import { queryKeyOf, refresh, touchedBy, useRowMutation } from '../../client/query.ts';
import type { ListName } from '../../contract/index.ts';
import { errorText, type Machine } from '../../domain/index.ts';
import { mayDo } from '../../runtime/ability.tsx';
import { addCommands } from '../../runtime/commands.ts';
import { useLocale } from '../../runtime/i18n.ts';
import { notify } from '../../runtime/notify.ts';
import { cancelQueued, outboxStore, type QueuedCall } from '../../runtime/outbox.ts';
import { useViewer } from '../../runtime/session.ts';
import { useNarrow } from '../../ui/data/useNarrow.ts';
import { Dropdown } from '../../ui/feedback/Dropdown.tsx';
import { KeyHint } from '../../ui/feedback/Facts.tsx';
import { MoreIcon } from '../../ui/moreIcons.ts';
import { useKitText } from '../../ui/useKitText.ts';
import type { FormValues } from '../form/fields.tsx';
import { ConflictDialog } from '../form/LazyConflictDialog.tsx';
import { isOffline, useQueue } from '../form/useQueued.ts';
import type { DocumentAction, DocumentLink, Fact, PathParams } from '../page/types.ts';
import { useHotkeys } from '../page/useHotkeys.ts';
import type { Resource } from '../resource/defineResource.ts';
import type { Doc } from '../resource/types.ts';
import { useNameOf } from '../resource/useNameOf.ts';
import { fieldKeys, useResourceText } from '../resource/useResourceText.ts';
import { ActionDialog } from './ActionDialog.tsx';
import classes from './document.module.css';
import {
  type ActionButton,
  actionButtons,
  camelCase,
  inOrder,
  primaryOf,
  shownOf,
} from './documentActions.ts';

type Values = Readonly<Record<string, unknown>>;

interface ActionBarProps<L extends ListName> {
  readonly resource: Resource<L>;
  readonly machine: Machine | undefined;
  readonly doc: Doc<L>;
  readonly params: PathParams;
  readonly actions: Readonly<Record<string, DocumentAction<Doc<L>>>>;
  readonly links: readonly DocumentLink<Doc<L>>[];
  readonly print: ReactNode;
  /** What the document is about: a dialog that asks says the first of them again. */
  readonly facts: readonly Fact[];
}

/** As many facts as a question needs: whose, how much, where. */
const FACTS_ASKED = 4;

/** Whether a waiting change is one of the record that a page shows. */
const isOf = (call: QueuedCall, params: PathParams): boolean =>
  call.draftKey === undefined && JSON.stringify(call.params) === JSON.stringify(params);

interface Offered {
  readonly key: string;
  readonly label: string;
  readonly reason: string | null;
  readonly danger: boolean;
  readonly primary: boolean;
  /** Leads on, though it may be barred now. */
  readonly leads: boolean;
  readonly run: () => void;
}

/** Does what the primary button does. */
export const PRIMARY_KEY = 'a';

/** A button that may not be pressed now still takes the focus and says why (design, "Document"). */
function OfferedButton({
  offered,
  busy,
}: {
  readonly offered: Offered;
  readonly busy: boolean;
}): ReactNode {
  const { key, label, reason, danger, primary, run } = offered;
  const button = (
    <Button
      data-action={key}
      type={primary ? 'primary' : 'default'}
      danger={danger}
      loading={busy}
      className={reason ? (classes.barred ?? '') : ''}
      {...(reason ? { 'aria-disabled': true } : {})}
      onClick={reason ? undefined : run}
    >
      {label}
    </Button>
  );
  if (primary && !reason)
    return <Tooltip title={<KeyHint>{PRIMARY_KEY}</KeyHint>}>{button}</Tooltip>;
  return reason ? <Tooltip title={reason}>{button}</Tooltip> : button;
}

/** Offers in the palette what can be done with the open document now; a page may have several. */
function usePaletteActions(of: string, offered: readonly Offered[]): void {
  const latest = useRef(offered);
  latest.current = offered;
  const open = offered.filter(({ reason }) => reason === null);
  const names = JSON.stringify(open.map(({ key, label }) => [key, label]));
  useEffect(
    () =>
      addCommands(
        (JSON.parse(names) as [string, string][]).map(([key, label]) => ({
          id: `document:${of}:${key}`,
          title: { en: label, th: label },
          run: () => latest.current.find((one) => one.key === key)?.run(),
        })),
      ),
    [of, names],
  );
}

/** What can be done with the document now, by this person: the machine's own answer. */
export function ActionBar<L extends ListName>(props: ActionBarProps<L>): ReactNode {
  const { resource, machine, doc, params, actions, links } = props;
  const t = useKitText();
  const text = useResourceText(resource);
  const nameOf = useNameOf(resource);
  const locale = useLocale();
  const viewer = useViewer();
  const narrow = useNarrow();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<ActionButton | null>(null);
  const [running, setRunning] = useState<string | null>(null);
  const [conflict, setConflict] = useState<Values | null>(null);
  /** What was typed into a dialog whose action was refused after it had waited. */
  const [typed, setTyped] = useState<QueuedCall | null>(null);
  const queue = useQueue();
  const ofThis = outboxStore(({ calls }) => calls).filter((call) => isOf(call, params));
  const isWaiting = ofThis.some(({ refusal }) => !refusal);
  const record = doc as Values;

  const buttons = machine
    ? inOrder(
        actionButtons(machine, record, viewer).filter(({ name }) => {
          const hidden = actions[name]?.hidden;
          return !(typeof hidden === 'function' ? hidden(doc) : hidden);
        }),
      )
    : [];
  // A way on that this state does not have takes the emphasis from nothing.
  const ways = links.filter(
    (link) => (link.ability === undefined || mayDo(link.ability)) && link.show?.(doc) !== false,
  );
  const next = buttons.find(
    ({ name, refusal }) => refusal === null && actions[name]?.primary?.(doc) === true,
  );
  const primary = next ?? (ways.some((link) => link.primary) ? undefined : primaryOf(buttons));
  const endpointFor = (name: string) =>
    actions[name]?.endpoint ?? `${resource.family}.${camelCase(name)}`;
  const askedEndpoint = asked ? endpointFor(asked.name) : endpointFor('');
  const mutation = useRowMutation(askedEndpoint);

  const readAgain = async (): Promise<Values | null> => {
    try {
      return (await callRow(`${resource.family}.get`, { params })) as Values;
    } catch {
      return null;
    }
  };
  const settle = async (error: unknown) => {
    if (isApiError(error, 'VERSION_CONFLICT')) {
      const now = await readAgain();
      if (now) setConflict(now);
      setAsked(null);
    } else if (isApiError(error, 'INVALID_STATE')) {
      setAsked(null);
      void refresh(client, [resource.family]);
    }
  };
  const done = (name: string, answer: unknown) => {
    const saved = (answer as { data?: Values }).data;
    if (saved && saved.id === record.id && 'version' in saved) {
      client.setQueryData(queryKeyOf(`${resource.family}.get`, { params }), saved);
    }
    const after = actions[name]?.after;
    if (after) navigate(after((saved ?? doc) as Doc<L>));
  };
  const bodyOfAction = useCallback(
    (name: string, values: FormValues): FormValues => ({
      version: (doc as Values).version,
      ...values,
      ...(actions[name]?.body?.(doc, values) as FormValues | undefined),
    }),
    [actions, doc],
  );
  const askedName = asked?.name ?? '';
  const toBody = useCallback(
    (values: FormValues) => bodyOfAction(askedName, values),
    [bodyOfAction, askedName],
  );

  /** Without a network the action waits in sight, and can be taken back. */
  const wait = (name: string, body: unknown): void => {
    const button = buttons.find((one) => one.name === name);
    const what = button ? labelOf(button) : name;
    const isKept = queue({
      endpoint: endpointFor(name),
      params,
      body,
      title: t('outbox.title', { what, name: nameOf(doc) }),
      idempotencyKey: newKey(),
    });
    if (!isKept) notify({ type: 'error', title: t('outbox.full') });
  };

  const inFlight = useRef(false);
  const runNow = async (name: string) => {
    // A second click may come before the button is drawn as busy.
    if (inFlight.current) return;
    inFlight.current = true;
    setRunning(name);
    const endpoint = endpointFor(name);
    try {
      if (isOffline()) return wait(name, bodyOfAction(name, {}));
      const answer = await callRow(endpoint, { params, body: bodyOfAction(name, {}) });
      void refresh(client, touchedBy(endpoint));
      done(name, answer);
    } catch (error) {
      await settle(error);
    } finally {
      inFlight.current = false;
      setRunning(null);
    }
  };
  const start = (button: ActionButton) => {
    const action = actions[button.name] ?? {};
    if (action.to) navigate(action.to(doc));
    else if (action.onClick) action.onClick(doc);
    else if (
      button.def.reason ||
      button.def.emphasis === 'danger' ||
      action.fields ||
      action.asks ||
      button.endorses
    ) {
      setAsked(button);
    } else void runNow(button.name);
  };

  // What was refused after it had waited is asked again, with what was typed.
  const refused = ofThis.find(({ refusal }) => refusal);
  const again = buttons.find(
    (button) =>
      refused?.endpoint === endpointFor(button.name) &&
      button.refusal === null &&
      actions[button.name]?.to === undefined,
  );
  useEffect(() => {
    if (!refused || !again || asked) return;
    cancelQueued(refused.id);
    setTyped(refused);
    setAsked(again);
  }, [refused, again, asked]);

  const labelOf = (button: ActionButton): string => {
    const own = actions[button.name]?.label?.(doc);
    const id = machine?.id ?? '';
    return text(
      [
        ...(own ? [own] : []),
        ...(button.endorses ? [`action.endorse`] : []),
        `action.${button.name}`,
      ],
      {
        defaultValue: t(
          [
            `action.${id}.${button.name}`,
            `action.document.${button.name}`,
            `action.${button.name}`,
          ],
          { document: text('one', { defaultValue: '' }) },
        ),
      },
    );
  };
  const consequenceOf = ({ name, endorses }: ActionButton): string =>
    endorses ? 'consequence.endorse' : (actions[name]?.consequence?.(doc) ?? `consequence.${name}`);
  const reasonOf = ({ refusal }: ActionButton): string | null => {
    if (isWaiting) return t('outbox.barred');
    if (refusal === null) return null;
    if (refusal.code === 'SERVER') return t('document.barred');
    const own = refusal.code === 'GUARD' ? machine?.guardCodes?.[refusal.guard] : undefined;
    return errorText(locale, own ?? refusal.code, refusal);
  };
  const offered: Offered[] = [
    ...ways.map((link) => ({
      key: link.key,
      label: text(`link.${link.key}`),
      reason: null,
      danger: link.danger ?? false,
      primary: next === undefined && (link.primary ?? false),
      leads: false,
      run: () => {
        if (link.to) navigate(link.to(doc));
        else link.onClick?.(doc);
      },
    })),
    ...buttons.map((button) => ({
      key: button.name,
      label: labelOf(button),
      reason: reasonOf(button),
      danger: button.def.emphasis === 'danger',
      primary: button === primary,
      leads: button.def.emphasis === 'primary',
      run: () => start(button),
    })),
  ].sort((a, b) => Number(a.primary) - Number(b.primary));

  // What cannot be done now, or destroys, is never what lies under the thumb.
  const main = offered.findLast(({ reason, danger }) => reason === null && !danger);
  const shown = narrow ? (main ? [main] : []) : shownOf(offered);
  const rest = offered.filter((one) => !shown.includes(one));
  if (narrow) rest.reverse();
  const emphasised = offered.find(({ primary, reason }) => primary && reason === null);
  useHotkeys({
    [PRIMARY_KEY]: () => (emphasised && running === null ? emphasised.run() : false),
  });
  usePaletteActions(`${resource.family}:${record.id}`, running === null ? offered : []);
  const menu =
    rest.length > 0 ? (
      <Dropdown
        trigger={['click']}
        placement={narrow ? 'topRight' : 'bottomRight'}
        menu={{
          items: rest.map(({ key, label, reason, danger }) => ({
            key,
            danger,
            disabled: reason !== null,
            label: reason ? `${label} · ${reason}` : label,
          })),
          onClick: ({ key }) => rest.find((one) => one.key === key)?.run(),
        }}
      >
        {narrow && !main ? (
          <Button icon={<MoreIcon />} loading={running !== null}>
            {t('document.more')}
          </Button>
        ) : (
          <Button
            icon={<MoreIcon />}
            aria-label={t('document.more')}
            loading={rest.some(({ key }) => key === running)}
            data-more={rest.map(({ key, reason }) => (reason ? `!${key}` : key)).join(' ')}
          />
        )}
      </Dropdown>
    ) : null;
  const drawn = shown.map((one) => (
    <OfferedButton key={one.key} offered={one} busy={running === one.key} />
  ));
  const bar =
    narrow && offered.length > 0 ? (
      <div className={classes.bottom}>
        {drawn}
        {menu}
      </div>
    ) : (
      <>
        {menu}
        {drawn}
      </>
    );

  const fields = (asked && actions[asked.name]?.fields) ?? [];
  return (
    <>
      {props.print}
      {bar}
      {asked ? (
        <ActionDialog
          title={t('document.askTitle', { action: labelOf(asked), name: nameOf(doc) })}
          consequence={text(consequenceOf(asked), {
            defaultValue: t(
              [
                ...(asked.endorses ? ['consequence.endorse'] : []),
                `consequence.${machine?.id ?? ''}.${asked.name}`,
                'consequence.default',
              ],
              { name: nameOf(doc) },
            ),
          })}
          facts={props.facts.slice(0, FACTS_ASKED).map(({ key, value }) => ({
            key,
            label: text(fieldKeys(key)),
            value,
          }))}
          okText={labelOf(asked)}
          danger={asked.def.emphasis === 'danger'}
          endpoint={askedEndpoint}
          reason={asked.def.reason ?? null}
          fields={typeof fields === 'function' ? fields(doc) : fields}
          initialValues={
            (typed?.body as FormValues | undefined) ??
            actions[asked.name]?.initialValues?.(doc) ??
            {}
          }
          refused={typed?.refusal}
          toBody={toBody}
          text={text}
          busy={mutation.isPending}
          onClose={() => {
            setAsked(null);
            setTyped(null);
          }}
          onSubmit={async (body, values) => {
            setTyped(null);
            const files = actions[asked.name]?.toFiles?.(values);
            if (!files && isOffline()) {
              wait(asked.name, body);
              setAsked(null);
              return;
            }
            try {
              const answer = await mutation.mutateAsync({
                params,
                body,
                ...(files ? { files } : {}),
              });
              setAsked(null);
              done(asked.name, answer);
            } catch (error) {
              await settle(error);
              throw error;
            }
          }}
        />
      ) : null}
      <ConflictDialog
        open={conflict !== null}
        resource={resource as unknown as Resource}
        before={record}
        after={conflict}
        onReload={() => {
          setConflict(null);
          void refresh(client, [resource.family]);
        }}
      />
    </>
  );
}
