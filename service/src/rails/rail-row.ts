import type { SchemeAccount } from '../../../contract/src/scheme-accounts.ts';

/** A configured rail, without its credentials. Operators write it (`rail-settings/`), and every node knows it. */
export type RailRow = {
  /** Opaque: it is part of the callback address, which must not name the provider. */
  readonly id: string;
  /** Given once and never used again: `clearing:<slug>` holds the rail's money in the books. */
  readonly slug: string;
  readonly provider: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly livemode: boolean;
  /** Null: the platform's own. A merchant's rail moves that merchant's money only. */
  readonly merchant: string | null;
  readonly baseUrl: string;
  /**
   * Digits with country code, without plus. They override the numbering plan. Empty: the rail is reached by request,
   * memory or lookup.
   */
  readonly prefixes: readonly string[];
  /** Minor units; they narrow the provider's own bounds. */
  readonly minimum: bigint | null;
  readonly maximum: bigint | null;
  /** Lower first. */
  readonly priority: number;
  /** Calls per second of all nodes together, and unanswered calls of one node. Null: no limit. */
  readonly callsPerSecond: number | null;
  readonly concurrency: number | null;
  /** The most that the rail pays out in a day (UTC), in minor units. */
  readonly payoutDayMaximum: bigint | null;
  /** The float below which an alarm is raised, in minor units. */
  readonly floatMinimum: bigint | null;
  /** Paused: no new sends, said by an operator or after refused credentials. Closed: said by the provider. */
  readonly status: 'enabled' | 'paused' | 'closed';
  readonly statusReason: string | null;
  /** When a closed rail is tried again; null: until somebody says so. */
  readonly statusUntil: Date | null;
  /** Networks from which callbacks come (CIDR); empty: any. */
  readonly callbackSources: readonly string[];
  /** The account at a scheme of QR codes. */
  readonly scheme: SchemeAccount | null;
  readonly version: number;
};
