import { describe, expect, test } from 'vitest'
import type { JsonObject } from '../json/json.ts'
import { isLibraryFrame } from './library-code.ts'

const LIBRARIES: [platform: string, frame: JsonObject][] = [
  ['python', { abs_path: '/srv/venv/lib/python3.12/site-packages/django/core/handlers/base.py' }],
  ['python', { abs_path: '/usr/lib/python3.11/logging/__init__.py', module: 'logging' }],
  ['python', { abs_path: 'C:\\Python311\\Lib\\asyncio\\runners.py' }],
  ['python', { filename: '<frozen importlib._bootstrap>', function: '_call_with_frames_removed' }],
  ['python', { filename: 'sentry_sdk/integrations/logging.py', module: 'sentry_sdk.integrations.logging' }],
  ['node', { filename: '/app/node_modules/express/lib/router/layer.js' }],
  ['node', { filename: 'node:internal/process/task_queues' }],
  ['node', { filename: 'C:\\app\\node_modules\\pg\\lib\\client.js' }],
  ['javascript', { abs_path: 'https://cdn.jsdelivr.net/npm/vue@3/dist/vue.global.js' }],
  ['javascript', { filename: 'webpack:///~/react-dom/index.js' }],
  ['javascript', { function: 'sentryWrapped', filename: '/assets/app.js' }],
  ['javascript', { abs_path: 'chrome-extension://abcdef/content.js' }],
  ['go', { abs_path: '/root/go/pkg/mod/github.com/gin-gonic/gin@v1.9.1/context.go' }],
  ['go', { abs_path: 'github.com/jackc/pgx/v5@v5.5.0/conn.go', module: 'github.com/jackc/pgx/v5' }],
  ['go', { abs_path: '/usr/local/go/src/net/http/server.go', module: 'net/http' }],
  ['go', { module: 'runtime', function: 'gopanic' }],
  ['go', { module: 'github.com/getsentry/sentry-go', function: 'Recover' }],
  ['java', { module: 'ch.qos.logback.classic.Logger', function: 'buildLoggingEventAndAppend' }],
  ['java', { module: 'org.slf4j.spi.DefaultLoggingEventBuilder' }],
  ['java', { module: 'io.sentry.logback.SentryAppender' }],
  ['java', { module: 'java.lang.Thread', function: 'run' }],
  ['java', { module: 'kotlinx.coroutines.DispatchedTask' }],
  ['csharp', { module: 'System.Threading.Tasks.Task' }],
  ['csharp', { module: 'Serilog.Core.Logger' }],
  ['csharp', { module: 'UnityEngine.Debug' }],
  ['ruby', { abs_path: '/usr/local/bundle/gems/actionpack-7.1.2/lib/action_controller/metal.rb' }],
  ['ruby', { abs_path: '/usr/lib/ruby/3.3.0/net/http.rb' }],
  ['php', { abs_path: '/var/www/vendor/laravel/framework/src/Illuminate/Pipeline/Pipeline.php' }],
  ['php', { filename: '[internal]', function: 'array_map' }],
  ['native', { function: 'core::panicking::panic_fmt' }],
  ['native', { function: '<alloc::boxed::Box<F,A> as core::ops::function::FnOnce<Args>>::call_once' }],
  ['native', { function: 'rust_begin_unwind' }],
  ['native', { function: 'sentry_panic::message_from_panic_info' }],
  [
    'native',
    { function: 'my', abs_path: '/rustc/90c541806f23a127002de5b4038be731ba1458ca/library/std/src/rt.rs' },
  ],
  ['native', { function: 'my', abs_path: '/root/.cargo/registry/src/index-1/serde-1.0.1/src/de.rs' }],
  ['native', { function: '__libc_start_main', package: '/lib/x86_64-linux-gnu/libc.so.6' }],
  ['native', { function: 'f', package: 'libart.so' }],
  ['native', { function: '<unknown>', instruction_addr: '0x0' }],
  ['cocoa', { function: 'f', package: '/a/Shop.app/Shop', instruction_addr: '0x0000000000000000' }],
  ['cocoa', { package: '/System/Library/Frameworks/UIKit.framework/UIKit' }],
  [
    'cocoa',
    {
      package:
        '/Library/Developer/CoreSimulator/Volumes/iOS_21A328/Library/Developer/CoreSimulator/Profiles/Runtimes/iOS 17.0.simruntime/Contents/Resources/RuntimeRoot/System/Library/Frameworks/Foundation.framework/Foundation',
    },
  ],
  [
    'cocoa',
    { package: '/private/var/containers/Bundle/Application/1/Shop.app/Frameworks/Sentry.framework/Sentry' },
  ],
  ['native', { package: 'C:\\Windows\\System32\\KERNELBASE.dll', function: 'RaiseException' }],
  ['dart', { abs_path: 'package:flutter/src/widgets/framework.dart' }],
  ['dart', { abs_path: 'dart:async/zone.dart' }],
  ['elixir', { filename: 'gen_server.erl', module: 'gen_server' }],
  ['elixir', { filename: 'deps/phoenix/lib/phoenix/router.ex', module: 'Phoenix.Router' }],
  ['python', { abs_path: '/var/runtime/bootstrap.py', module: 'bootstrap' }],
  ['python', { abs_path: '/app/eggs/foo-1.2-py3.8.egg/foo/a.py' }],
  ['node', { filename: '/app/.pnp.cjs' }],
  ['node', { filename: '/app/.next/server/webpack-runtime.js' }],
  ['javascript', { abs_path: 'https://esm.sh/react@18.2.0/index.js' }],
  ['javascript', { abs_path: 'https://www.googletagmanager.com/gtm.js?id=GTM-1' }],
  ['go', { module: 'k8s.io/client-go/rest', function: 'Do' }],
  ['go', { module: 'github.com/aws/aws-sdk-go-v2/service/s3', function: 'Put' }],
  ['java', { module: 'io.micrometer.core.instrument.Timer' }],
  ['java', { module: 'software.amazon.awssdk.core.SdkClient' }],
  ['java', { module: 'org.glassfish.jersey.server.ServerRuntime' }],
  ['java', { module: 'zio.internal.FiberRuntime' }],
  ['csharp', { module: 'Azure.Core.Pipeline.HttpPipeline' }],
  ['csharp', { module: 'OpenTelemetry.Trace.Tracer' }],
  ['ruby', { abs_path: '/usr/local/bin/bundle' }],
  ['php', { abs_path: '/var/www/html/wp-includes/plugin.php' }],
  ['native', { function: 'axum::handler::call' }],
  ['native', { function: '__stack_chk_fail' }],
  ['native', { package: 'libhwui.so', function: 'draw' }],
  ['cocoa', { package: '/private/preboot/Cryptexes/OS/System/Library/WebKit.framework/WebKit' }],
  ['cocoa', { package: 'CFNetwork', function: 'URLConnection' }],
  ['cocoa', { function: '_assertionFailure(_:_:file:line:flags:)' }],
  ['dart', { abs_path: 'org-dartlang-sdk:///flutter/lib/ui/hooks.dart' }],
  ['dart', { abs_path: 'package:flutter_bloc/src/bloc.dart' }],
  ['elixir', { filename: 'src/cowboy_stream_h.erl', module: 'cowboy_stream_h' }],
  ['elixir', { module: 'Elixir.Postgrex.Protocol' }],
  ['other', { platform: 'python', filename: 'x/site-packages/a.py' }],
]

const OWN: [platform: string, frame: JsonObject][] = [
  ['python', { abs_path: '/srv/shop/logging_setup.py', module: 'shop.logging' }],
  ['python', { filename: '<stdin>', module: '__main__' }],
  ['node', { filename: '/app/src/vendor/orders.js' }],
  ['javascript', { abs_path: 'https://shop.example/assets/bundle.min.js', function: 'r' }],
  ['javascript', { filename: '/src/scheduler/run.ts' }],
  ['go', { abs_path: '/src/shop/log/log.go', module: 'example.com/shop/log' }],
  ['go', { module: 'main', function: 'main', abs_path: '/app/main.go' }],
  ['java', { module: 'com.example.java.Logger' }],
  ['java', { module: 'org.apacheshop.Cart' }],
  ['csharp', { module: 'Systematic.Billing.Invoice' }],
  ['ruby', { abs_path: '/app/vendor/engines/billing/app/models/invoice.rb' }],
  ['php', { abs_path: '/var/www/app/Vendor/Catalog.php' }],
  ['native', { function: '<unknown>', instruction_addr: '0x561cc15a963e' }],
  ['native', { function: 'core::Engine::run', package: '/opt/shop/bin/shop' }],
  ['native', { function: '<shop::Cart as core::fmt::Display>::fmt' }],
  ['native', { function: 'start', package: '/opt/shop/libutils-shop.so', filename: 'libutils.cpp' }],
  ['cocoa', { package: '/private/var/containers/Bundle/Application/1/Shop.app/Shop' }],
  ['dart', { abs_path: 'package:shop/main.dart' }],
  ['elixir', { filename: 'lib/shop/agent.ex', module: 'Shop.Agent' }],
  ['dart', { abs_path: 'package:flutter_app/main.dart' }],
  ['elixir', { module: 'Elixir.Shop.Phoenix' }],
  ['java', { module: 'com.facebookshop.Cart' }],
  ['go', { module: 'github.com/hashicorpus/shop' }],
  ['csharp', { module: 'Azurite.Shop' }],
  ['node', { filename: '/srv/var/runtime/app.js' }],
  ['native', { function: 'shop::tower::run' }],
  ['other', { function: 'f' }],
]

describe('code of a library', () => {
  test.each(LIBRARIES)('%s %j', (platform, frame) => {
    expect(isLibraryFrame(frame, platform)).toBe(true)
  })
})

describe('code of the application', () => {
  test.each(OWN)('%s %j', (platform, frame) => {
    expect(isLibraryFrame(frame, platform)).toBe(false)
  })
})
