import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export const deploy = new URL('../../deploy/', import.meta.url).pathname;

export type Rule = {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook_url: string };
};

export type RuleFile = { groups: { name: string; rules: Rule[] }[] };

export const readRules = (): RuleFile => parse(readFileSync(`${deploy}prometheus/rules.yml`, 'utf8'));

/** A metric in a query, and the labels that it must have. */
export type Used = { readonly metric: string; readonly labels: readonly string[] };

const keywords = new Set(['and', 'or', 'unless', 'bool', 'offset', 'inf', 'nan']);

/**
 * The metrics that a PromQL query reads: the names that neither call a function, nor list labels, nor are words of the
 * language. A histogram's name is without `_bucket`, `_sum` and `_count`.
 */
export function metricsOf(query: string): Used[] {
  const used: Used[] = [];
  const plain = query
    .replaceAll(/\b(by|on|without|ignoring|group_left|group_right)\s*\([^)]*\)/g, ' ')
    .replaceAll(/\[[^\]]*\]/g, ' ');
  for (const [, name, matchers = ''] of plain.matchAll(
    /(?<![\w:.$"])([a-zA-Z_:][\w:]*)(?!\w|\s*\()\s*(\{(?:[^}"]|"[^"]*")*\})?/g,
  )) {
    if (keywords.has(name!)) continue;
    const labels = [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label]) => label!);
    used.push({ metric: name!.replace(/^(rialto_\w+)_(bucket|sum|count)$/, '$1'), labels });
  }
  return used;
}
