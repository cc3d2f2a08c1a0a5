<?php

// A webhook receiver in plain PHP. It verifies the signature, handles each event once and answers.

declare(strict_types=1);

function verify(string $header, string $rawBody, string $secret, int $toleranceSeconds = 300): bool
{
    $parts = [];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + [1 => ''];
        $parts[$name] = $value;
    }
    $t = $parts['t'] ?? '';
    if (!is_numeric($t) || !is_finite((float) $t)) {
        return false;
    }
    if (abs(time() - (float) $t) > $toleranceSeconds) {
        return false;
    }
    $expected = hash_hmac('sha256', "$t.$rawBody", $secret);
    return hash_equals($expected, $parts['v1'] ?? '');
}

/**
 * One line of the file records the event and its effects, so they are always written together. With a database use one
 * transaction: INSERT the event's id into a UNIQUE column, then do your own work.
 */
function handle(array $event, string $file): void
{
    $log = fopen($file, 'c+');
    if ($log === false || !flock($log, LOCK_EX)) {
        throw new RuntimeException("$file cannot be opened");
    }
    try {
        while (($line = fgetcsv($log, null, ',', '"', '')) !== false) {
            if ($line[0] === $event['id']) {
                return;
            }
        }
        $payment = $event['type'] === 'payment.succeeded' ? $event['data']['object'] : null;
        // Compare amount and currency with the order before you ship it.
        [$reference, $amount, $currency] = [$payment['reference'] ?? '', $payment['amount'] ?? '', $payment['currency'] ?? ''];
        $fields = [$event['id'], $event['type'], $reference, $amount, $currency];
        if (fputcsv($log, $fields, ',', '"', '') === false || !fsync($log)) {
            throw new RuntimeException("$file cannot be written");
        }
    } finally {
        fclose($log);
    }
}

function respond(): int
{
    $secret = getenv('RIALTO_WEBHOOK_SECRET') ?: throw new RuntimeException('RIALTO_WEBHOOK_SECRET is not set');
    if ($_SERVER['REQUEST_METHOD'] !== 'POST') {
        return 405;
    }
    $rawBody = file_get_contents('php://input');
    // While the secret is being rolled, the second header has the signature of the new secret.
    if (
        !verify($_SERVER['HTTP_SERVICE_SIGNATURE'] ?? '', $rawBody, $secret) &&
        !verify($_SERVER['HTTP_SERVICE_SIGNATURE_NEXT'] ?? '', $rawBody, $secret)
    ) {
        return 400;
    }
    handle(json_decode($rawBody, true, 512, JSON_THROW_ON_ERROR), getenv('RECEIVER_FILE') ?: 'events.csv');
    return 200;
}

try {
    http_response_code(respond());
} catch (Throwable $error) {
    // After any status other than 2xx the service retries the delivery later.
    error_log((string) $error);
    http_response_code(500);
}
