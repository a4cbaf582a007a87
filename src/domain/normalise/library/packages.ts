/** Part of grouping version 1: frozen once released; changes belong into a version of their own.
 * Packages of languages, SDKs, loggers, frameworks, drivers and tools, as Maven Central, NuGet, pkg.go.dev and Hex
 * name those that many depend on. What is below one belongs to it. */

/** Java, Kotlin, Scala, Clojure, Groovy and Android; sentry-java `inAppExclude`. */
export const JAVA_PACKAGES: ReadonlySet<string> = new Set(
  (
    '_COROUTINE akka android androidx arrow caliban cask cats ch.qos.logback clojure co.elastic ' +
    'com.airbnb.epoxy com.airbnb.lottie com.algolia com.amazonaws com.android com.apollographql com.auth0 ' +
    'com.azure com.bugsnag com.bumptech com.codahale com.couchbase com.datadog com.datastax ' +
    'com.esotericsoftware com.expediagroup.graphql com.facebook.drawee com.facebook.imagepipeline ' +
    'com.facebook.jni com.facebook.litho com.facebook.react com.fasterxml com.github.benmanes ' +
    'com.github.tomakehurst com.google.android com.google.api com.google.auth com.google.cloud ' +
    'com.google.common com.google.firebase com.google.gson com.google.inject com.google.protobuf com.hazelcast ' +
    'com.ibm.db2 com.ibm.icu com.ibm.mq com.ibm.ws com.jakewharton com.jayway com.launchdarkly ' +
    'com.linecorp.armeria com.lmax com.mchange com.microsoft.aad com.microsoft.applicationinsights ' +
    'com.microsoft.azure com.microsoft.sqlserver com.mojang com.mongodb com.mysql com.netflix.client ' +
    'com.netflix.discovery com.netflix.graphql com.netflix.hystrix com.netflix.loadbalancer com.netflix.zuul ' +
    'com.newrelic com.nimbusds com.oracle.bmc com.oracle.svm com.oracle.truffle com.querydsl com.rabbitmq ' +
    'com.rollbar com.slack.api com.squareup com.stripe com.sun com.thoughtworks com.twilio com.twitter.finagle ' +
    'com.twitter.finatra com.twitter.util com.typesafe com.unity3d com.vaadin com.vladmihalcea com.zaxxer ' +
    'compojure coursier dagger dalvik datadog dev.failsafe dev.kord dev.langchain4j discord4j doobie feign ' +
    'freemarker fs2 grails graphql groovy groovyx io.agroal io.awspring io.camunda io.circe io.confluent ' +
    'io.cucumber io.dropwizard io.fabric8 io.github.resilience4j io.grpc io.helidon io.javalin io.jooby ' +
    'io.jsonwebtoken io.kotest io.ktor io.kubernetes io.lettuce io.micrometer io.micronaut io.minio io.mockk ' +
    'io.nats io.netty io.opentelemetry io.opentracing io.papermc io.prometheus io.quarkiverse io.quarkus ' +
    'io.r2dbc io.reactivex io.sentry io.smallrye io.swagger io.temporal io.undertow io.vertx io.zeebe jakarta ' +
    'java javassist javax jdk junit kamon kotlin kotlinx libcore liquibase lombok manifold monix net.bytebuddy ' +
    'net.dv8tion net.fabricmc net.logstash net.minecraft net.minecraftforge net.minidev net.neoforged net.sf ' +
    'ognl okhttp3 okio oracle org.apache org.aspectj org.assertj org.axonframework org.bouncycastle org.bson ' +
    'org.bukkit org.camunda org.chromium org.codehaus org.eclipse org.elasticsearch org.flywaydb ' +
    'org.freemarker org.glassfish org.graalvm org.gradle org.h2 org.hamcrest org.hibernate org.http4k ' +
    'org.http4s org.infinispan org.jboss org.jdbi org.jetbrains org.jgroups org.jline org.jobrunr org.jooq ' +
    'org.json org.junit org.keycloak org.kodein org.koin org.liquibase org.mapstruct org.mariadb org.mockito ' +
    'org.modelmapper org.mybatis org.neo4j org.openjdk org.opensearch org.osgi org.pac4j org.postgresql ' +
    'org.quartz org.reactivestreams org.redisson org.reflections org.scalatest org.scalatra org.slf4j ' +
    'org.spigotmc org.springframework org.sqlite org.telegram.telegrambots org.testng org.thymeleaf ' +
    'org.typelevel org.w3c org.webrtc org.wildfly org.xerial org.xml org.xnio org.yaml picocli play pureconfig ' +
    'ratpack reactor redis.clients retrofit2 ring rx scala scalaz slick software.amazon sttp sun timber zio'
  ).split(' '),
)

/** sentry-dotnet `InAppExclude`, loggers, drivers, engines and user interfaces. */
export const DOTNET_PACKAGES: ReadonlySet<string> = new Set(
  (
    'ABI Akka Amazon Android AndroidX Autofac AutoMapper Avalonia Azure BenchmarkDotNet Blazored Bogus ' +
    'Castle CommunityToolkit Confluent CsvHelper Cysharp Dapper Datadog DevExpress DG.Tweening Duende ' +
    'Elastic Elasticsearch Elsa EntityFramework FakeItEasy FluentAssertions FluentValidation Flurl FSharp ' +
    'Google.Apis Google.Cloud Google.Protobuf Grpc Hangfire HotChocolate Humanizer IdentityModel ' +
    'IdentityServer4 Internal.Runtime Java Lamar LaunchDarkly LinqToDB log4net Lucene MailKit Marten ' +
    'MassTransit MediatR MessagePack Microsoft MimeKit MongoDB Mono Moq mscorlib MudBlazor MySql ' +
    'MySqlConnector Nancy Nest netstandard NewRelic Newtonsoft NHibernate Ninject NLog Npgsql NServiceBus ' +
    'NSubstitute NUnit Ocelot OpenTelemetry Oracle.ManagedDataAccess Orleans Polly Prism Prometheus ' +
    'Quartz RabbitMQ ReactiveUI Rebus Refit RestSharp Scriban SendGrid Sentry Serilog ServiceStack ' +
    'Shouldly SimpleInjector SixLabors SkiaSharp StackExchange Steeltoe Stripe StructureMap Swashbuckle ' +
    'Syncfusion System Telerik TMPro Topshelf Twilio UniRx Unity UnityEditor UnityEngine Volo.Abp Windows ' +
    'WinRT Wolverine Xamarin Xunit Yarp Zenject'
  ).split(' '),
)

/** Modules; those of the standard library have rules of their own. */
export const GO_PACKAGES: ReadonlySet<string> = new Set(
  (
    'cloud.google.com/go driver entgo.io github.com/99designs/gqlgen github.com/apex/log ' +
    'github.com/aws/aws-lambda-go github.com/aws/aws-sdk-go github.com/aws/aws-sdk-go-v2 ' +
    'github.com/aws/smithy-go github.com/Azure/azure-sdk-for-go github.com/cockroachdb/errors ' +
    'github.com/DataDog/dd-trace-go github.com/getsentry/sentry-go github.com/gin-gonic github.com/go-chi ' +
    'github.com/go-kit github.com/go-redis github.com/go-sql- github.com/gofiber/fiber github.com/gorilla ' +
    'github.com/grpc-ecosystem github.com/hashicorp/go-multierror github.com/hashicorp/go-retryablehttp ' +
    'github.com/IBM/sarama github.com/jackc github.com/jmoiron/sqlx github.com/julienschmidt/httprouter ' +
    'github.com/labstack/echo github.com/lib/pq github.com/mattn/go-sqlite3 github.com/nats-io ' +
    'github.com/newrelic/go-agent github.com/open-telemetry github.com/pkg/errors ' +
    'github.com/prometheus/client_golang github.com/redis github.com/rs/zerolog ' +
    'github.com/segmentio/kafka-go github.com/Shopify/sarama github.com/sirupsen/logrus ' +
    'github.com/spf13/cobra github.com/spf13/viper github.com/stretchr/testify github.com/twitchtv/twirp ' +
    'github.com/urfave/cli github.com/valyala go.etcd.io go.mongodb.org go.opentelemetry.io go.uber.org ' +
    'golang.org google.golang.org gopkg.in gorm.io k8s.io modernc.org sigs.k8s.io'
  ).split(' '),
)

/** Elixir's own modules and those of Hex, without `Elixir.`. */
export const BEAM_PACKAGES: ReadonlySet<string> = new Set(
  (
    'Absinthe Agent.Server Ash Bamboo Bandit Broadway Cowboy Dataloader DBConnection DynamicSupervisor ' +
    'Ecto Enum ExUnit Finch GenServer GenStage Guardian HTTPoison IEx Jason Kernel Keyword Logger Map ' +
    'MapSet Mint Mix MyXQL NimblePool Nx Oban OpenTelemetry PartitionSupervisor Phoenix Plug Poison ' +
    'Postgrex Redix Regex Registry Req Sentry Stream String Supervisor Swoosh Task.Supervised ' +
    'Task.Supervisor Tds Telemetry Tesla ThousandIsland application array base64 binary calendar code crypto dets dict ' +
    'erl_eval erlang error_handler ets file filelib filename gb_sets gb_trees gen gen_event gen_server gen_statem gen_tcp ' +
    'gen_udp httpc inet io io_lib lists logger maps mnesia orddict ordsets os proc_lib proplists prim_eval prim_file queue ' +
    'rand re rpc sets ssl string supervisor timer unicode zlib'
  ).split(' '),
)

/** Packages of pub.dev, as frames of Dart name them: the SDK takes all but Flutter for the application's. */
export const DART_PACKAGES: ReadonlySet<string> = new Set(
  (
    'amplify_core amplify_flutter animations app_links appwrite archive args async audio_service audio_session audioplayers ' +
    'auto_route auto_size_text battery_plus bloc bloc_concurrency cached_network_image camera carousel_slider chewie ' +
    'chopper cloud_firestore cloud_functions collection connectivity_plus cookie_jar crypto cupertino_icons dartz ' +
    'desktop_drop device_info_plus dio dio_cookie_manager drift easy_localization encrypt equatable fake_async file ' +
    'file_picker firebase_analytics firebase_auth firebase_core firebase_crashlytics firebase_database ' +
    'firebase_messaging firebase_remote_config firebase_storage fl_chart flame flutter flutter_bloc ' +
    'flutter_cache_manager flutter_driver flutter_hooks flutter_inappwebview flutter_localizations ' +
    'flutter_local_notifications flutter_map flutter_native_splash flutter_riverpod flutter_screenutil ' +
    'flutter_secure_storage flutter_svg flutter_test flutter_web_plugins formz fpdart freezed_annotation geocoding ' +
    'geolocator get get_it go_router google_fonts google_maps_flutter google_mobile_ads google_sign_in graphql ' +
    'graphql_flutter grpc hive hive_flutter hooks_riverpod http http2 http_parser hydrated_bloc image image_picker ' +
    'in_app_purchase injectable intl isar json_annotation just_audio local_auth logger logging lottie meta mobx ' +
    'mobile_scanner objectbox onesignal_flutter open_file package_info_plus path path_provider pdf permission_handler ' +
    'photo_manager pool postgres protobuf provider purchases_flutter quick_actions redux retrofit riverpod rxdart ' +
    'sensors_plus sentry sentry_dio sentry_drift sentry_file sentry_flutter sentry_hive sentry_isar sentry_logging ' +
    'sentry_sqflite share_plus shared_preferences shelf shelf_router signals sign_in_with_apple smooth_page_indicator ' +
    'socket_io_client sqflite sqflite_common sqlite3 stack_trace stream_channel stream_transform supabase ' +
    'supabase_flutter synchronized talker test timezone url_launcher uuid vector_graphics video_player web_socket_channel ' +
    'webview_flutter workmanager xml yaml'
  ).split(' '),
)
