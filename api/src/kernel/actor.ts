import type { LinkTarget } from '@boxyard/shared/contract';
import type { GrantSet, Viewer } from '@boxyard/shared/domain';
import type { MachineAbility } from '@boxyard/shared/domain/access/machineAbilities.ts';

export type DataScope = 'own' | 'team' | 'zone' | 'company' | 'all';

/** A machine that has sent its key (ADR 0033). */
export interface MachineIdentity {
  readonly keyId: string;
  readonly companyId: string;
  /** The container that the key belongs to. */
  readonly productId: string;
  readonly abilities: readonly MachineAbility[];
}

/** A record whose signed link somebody holds (docs/adr/0120). */
export interface LinkIdentity {
  readonly to: LinkTarget;
  readonly id: string;
}

/** Who acts, resolved from the server's own tables at each request (specification 6). */
export interface Actor {
  readonly kind: 'person' | 'system' | 'machine' | 'provider' | 'link' | 'anonymous';
  /**
   * The nil UUID for nobody and for scheduled work. Where the system acts because of somebody
   * (`asSystem`), that person; see `authorId` and `causerId`.
   */
  readonly userId: string;
  readonly sessionId: string | null;
  readonly name: string;
  readonly roleName: string | null;
  readonly grants: GrantSet;
  /** THB with 2 places; null: no limit was given (nothing, unless `all:manage`). */
  readonly approvalLimit: string | null;
  /** The largest discount in per cent with 2 places; null: no limit was given. */
  readonly discountLimitPercent: string | null;
  readonly dataScope: DataScope;
  /** null: every company (data scope `all`). Empty: nothing. */
  readonly companyIds: readonly string[] | null;
  /** null: every warehouse of the companies. */
  readonly warehouseIds: readonly string[] | null;
  readonly teamId: string | null;
  /** Members of the team, this person included. */
  readonly teamUserIds: readonly string[];
  /** Zones that this person works in. */
  readonly zoneIds: readonly string[];
  /** Who works in one of these zones, for the data scope `zone`; empty for others. */
  readonly zoneUserIds: readonly string[];
  /** Of `kind` machine alone. */
  readonly machine?: MachineIdentity;
  /** Set for `kind` link alone. */
  readonly link?: LinkIdentity;
}

const NIL = '00000000-0000-0000-0000-000000000000';

const nobody = {
  userId: NIL,
  sessionId: null,
  roleName: null,
  approvalLimit: null,
  discountLimitPercent: null,
  teamId: null,
  teamUserIds: [],
  zoneIds: [],
  zoneUserIds: [],
} as const;

export const ANONYMOUS: Actor = {
  ...nobody,
  kind: 'anonymous',
  name: '',
  grants: new Set(),
  dataScope: 'own',
  companyIds: [],
  warehouseIds: [],
};

/** Scheduled work: sees everything; history shows it as nobody. */
export const SYSTEM: Actor = {
  ...nobody,
  kind: 'system',
  name: 'System',
  grants: new Set(['all:manage']),
  dataScope: 'all',
  companyIds: null,
  warehouseIds: null,
};

/** What a key lets a machine do is asked of the key alone: it has no grants and sees no company. */
export const machineActor = (machine: MachineIdentity): Actor => ({
  ...ANONYMOUS,
  kind: 'machine',
  name: 'Machine',
  machine,
});

/** A bank or gateway whose signature was right: like a machine, it has no grants and sees no company. */
export const PROVIDER_ACTOR: Actor = { ...ANONYMOUS, kind: 'provider', name: 'Provider' };

/** Somebody of whom nothing is known but the link: without grants, and without a company. */
export const linkActor = (link: LinkIdentity): Actor => ({ ...ANONYMOUS, kind: 'link', link });

/** For createdBy, history and the like: null unless a person acts. */
export const authorId = (actor: Actor): string | null =>
  actor.kind === 'person' ? actor.userId : null;

/**
 * Whoever is responsible for what is written: the person who acts, or because of whom the system does
 * (domain-conventions "Authors"). null for scheduled work, machines and providers.
 */
export const causerId = ({ kind, userId }: Actor): string | null =>
  (kind === 'person' || kind === 'system') && userId !== NIL ? userId : null;

/** The actor as the machines see it. */
export const viewerOf = (actor: Actor): Viewer => ({
  userId: actor.userId,
  grants: actor.grants,
  approvalLimit: actor.approvalLimit,
  discountLimitPercent: actor.discountLimitPercent,
});
